/** The types of uWebSockets.js that its package does not name by themselves. */
export type Uws = typeof import('uWebSockets.js');
export type UwsApp = ReturnType<Uws['App']>;
export type HttpResponse = Parameters<Parameters<UwsApp['any']>[1]>[0];
export type HttpRequest = Parameters<Parameters<UwsApp['any']>[1]>[1];
export type ListenSocket = Exclude<Parameters<Parameters<UwsApp['listen']>[2]>[0], false | number>;
