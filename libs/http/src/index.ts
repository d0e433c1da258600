export {
  listenLocally,
  newToken,
  serverTimes,
  tokenIn,
  type LocalServer,
  type LocalServerOptions,
} from './local-server.js';
export { pauseMs, type Pauses } from './pause.js';
export { requestOverHttp, singleHeaders, wholeBody } from './request.js';
export { wallClock, type Sleep, type WallClock } from './wall-clock.js';
