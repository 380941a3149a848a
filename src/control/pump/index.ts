/** What the service does by itself: the effects of the pump, its switch, and what is shown of it. */
export { createPumpEffects } from './effects.ts';
export { configurePump, switchPump, wakePump } from './switch.ts';
export { readPumpReply } from './view.ts';
