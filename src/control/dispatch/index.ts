/** Which item goes next and where to, the lanes, and starting it. */
export {
  type DispatchRequest,
  dispatchNext,
  dispatchOne,
  judge,
  previewNext,
  whyClosed,
} from './dispatch.ts';
export { readLanes } from './lanes.ts';
export { routeItem } from './session-route.ts';
