/** Events of the switches of the whole control plane. */
export type ControlEvent =
  | { readonly type: 'PAUSE'; readonly reason: string | null; readonly maintenance_mode: boolean }
  | { readonly type: 'RESUME' };
