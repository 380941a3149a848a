/** What came of a simulation, for people. */
import { counted } from '../../lib/counted.ts';
import type { Spread } from '../../simulation/people.ts';
import type { SimulationReport } from '../../simulation/report.ts';
import type { Printer } from './print.ts';

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`)
    .join(', ') || 'none';

/** As people say it: seconds, minutes or hours; a dash where there is none. */
function spoken(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
const times = ({ p50_sec, p95_sec, max_sec }: Spread): string =>
  `half within ${spoken(p50_sec)}, 95 % within ${spoken(p95_sec)}, the longest ${spoken(max_sec)}`;

/** `failures`: sentences that make the exit status 1. */
export function printSimulation(
  printer: Printer,
  report: SimulationReport,
  failures: readonly string[],
): void {
  const { alerts, verbs } = report;
  printer.title(counted(report.days_played, 'simulated day'));
  printer.line(`items: ${listed(report.items)}`);
  printer.line(`papers: ${listed(report.papers)}; in the corpus ${report.published}`);
  const { lives, gate_lives: gateLives } = report;
  printer.line(
    `runs started: ${report.runs_started}; lives of the control plane: ${lives}, of the gates: ${gateLives}`,
  );
  const { asked, said } = report.left_alone;
  printer.line(`said that it can be left alone: ${said} of ${asked} times it was asked`);
  if (report.heartbeat !== null) {
    const { calls, late, down } = report.heartbeat;
    printer.line(
      `calls of the heartbeat: ${calls}; the outsider called it late ${late} times, down ${down} times`,
    );
  }
  printer.title('Machines');
  for (const [name, idle] of Object.entries(report.idle_machines))
    printer.line(
      `${name}: busy ${report.busy_pct[name] ?? 0} %; idle ${idle.idle_hours} h, ${idle.idle_with_work_waiting_hours} h of it while work waited`,
    );
  printer.title('What waited for a person');
  for (const [name, waited] of Object.entries(report.waited_for_a_person))
    printer.line(
      `${name.replaceAll('_', ' ')}: ${waited.count + waited.still_waiting}, ${times(waited)}; ${waited.still_waiting} wait still`,
    );
  printer.title('Alerts that would have come');
  printer.line(
    `incidents ${alerts.incidents}, open at the end ${alerts.open_at_the_end}; messages ${alerts.messages}: ${listed(alerts.by_kind)}`,
  );
  printer.line(
    `doubled ${alerts.doubled}, lost ${alerts.lost}, late ${alerts.late}, under way ${alerts.under_way}, held back by the cooldown ${alerts.held_back}`,
  );
  printer.line(`from the cause to the message: ${times(alerts.cause_to_message)}`);
  printer.line(`from the alert to the message: ${times(alerts.fired_to_message)}`);
  printer.title('What was tried and what went wrong');
  printer.line(
    `verbs, done and refused: ${
      Object.entries(verbs)
        .map(([name, { done, refused }]) => `${name} ${done}+${refused}`)
        .join(', ') || 'none'
    }`,
  );
  printer.line(`faults: ${listed(report.faults)}`);
  printer.line(`head of the log: event ${report.head.event_id}, ${report.head.hash}`);
  printer.title('Goals');
  if (failures.length === 0)
    printer.line(
      `✓ nothing that never must happen did, looked for after each of ${report.commits_checked} commits and in ${report.texts_verified} texts that were really written`,
    );
  for (const sentence of failures) printer.line(`✗ ${sentence}`, 'bad');
  printer.line(`again: ${report.again}`);
}
