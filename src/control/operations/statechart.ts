/** The statechart of a kind of actors as data: its states and what each takes, and where its drawing has them. */
import { legalEvents } from '../../actors/machine/refusal.ts';
import { type AnyMachineSpec, controlPlaneMachines } from '../../machines/all.ts';
import { type ChartState, listStates, readChart } from '../../machines/drawing/chart.ts';
import { type Needs, stampOf } from '../common/index.ts';
import type { ActorKind, Statecharts } from './actors.ts';

/** States from the running definition, their places from the drawing that was made of it. */
export async function readStatechart(
  { clock }: Needs<'clock'>,
  { picture }: Pick<Statecharts, 'picture'>,
  kind: ActorKind,
) {
  const { machine, partOf }: AnyMachineSpec = controlPlaneMachines[kind];
  const states = listStates(readChart(machine)).map(toState);
  const statuses = [...new Set(states.filter(({ id }) => id !== '').map(({ status }) => status))];
  return {
    ok: true as const,
    kind,
    part_of: partOf ?? null,
    states,
    statuses: statuses.map((status) => ({ status, takes: [...legalEvents(machine, status)] })),
    picture: await picture(kind),
    ...stampOf(clock, 'definition'),
  };
}

function toState({
  id,
  name,
  status,
  description,
  isInitial,
  isTerminal,
  transitions,
}: ChartState) {
  return {
    id,
    name,
    status: status ?? name,
    about: description,
    initial: isInitial,
    terminal: isTerminal,
    answers: transitions.map(({ event, isNamed, guard, isElse, targets, reenters }) => ({
      event,
      named: isNamed,
      if: guard ?? (isElse ? 'else' : null),
      to: [...targets],
      again: reenters,
    })),
  };
}
