/**
 * The actor runtime as a library: durable actors whose behaviour is an XState statechart. What is
 * exported here is all that a program needs; `README.md` beside this file explains it.
 */
export { systemClock } from '../lib/clock.ts';
export { systemEntropy } from '../lib/ids.ts';
export { createMemoryJournal } from './journal/memory.ts';
export type { Journal } from './journal/port.ts';
export type { PostgresJournalOptions } from './journal/postgres/open.ts';
export { openPostgresJournal } from './journal/postgres/open.ts';
export type { Projection, Projections } from './journal/projection.ts';
export { openSqliteJournal } from './journal/sqlite/open.ts';
export type { ActorAddress, ActorEvent, Stamped } from './machine/durable-actions.ts';
export { durableActions } from './machine/durable-actions.ts';
export { declareEffect } from './machine/effects.ts';
export type { MachineSpec, Refusal } from './machine/spec.ts';
export type { Outcome, Reply } from './runtime/definition.ts';
export type { EffectContext, EffectHandler } from './runtime/effect-handler.ts';
export { ActorHost } from './runtime/host.ts';
export type { HostOptions, HostSettings } from './runtime/host-options.ts';
export { createMachineActor } from './runtime/machine-actor.ts';
export type { SupervisedGroup } from './runtime/supervision.ts';
