/** Imported before a program: lets it find no uWebSockets.js, so that it serves with node:http. */
import { register } from 'node:module';

const hooks = `export async function resolve(name, context, next) {
  if (name === 'uWebSockets.js') throw new Error('left out by a test');
  return next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
