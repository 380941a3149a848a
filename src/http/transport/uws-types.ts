/** The types of uWebSockets.js that its package does not name by themselves. */
export type Uws = typeof import('uWebSockets.js');
/** A server of the library. */
export type UwsApp = ReturnType<Uws['App']>;
/** Belongs to the library: untouchable once the request was aborted. */
export type HttpResponse = Parameters<Parameters<UwsApp['any']>[1]>[0];
/** Belongs to the library: readable only within the call that hands it over, so the head is copied. */
export type HttpRequest = Parameters<Parameters<UwsApp['any']>[1]>[1];
/** What `listen` gives where the port was free; needed to close it. */
export type ListenSocket = Exclude<Parameters<Parameters<UwsApp['listen']>[2]>[0], false | number>;
