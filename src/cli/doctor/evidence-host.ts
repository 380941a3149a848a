/** Whether the second way to the evidence can be gone: a connection over SSH to the configured host. */
import { sshSettingsOf } from '../../app/plane/ssh-source.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import { probeHost } from '../../evidence-sync/ssh/fetch.ts';
import { planConnection } from '../../evidence-sync/ssh/plan.ts';
import { systemClock } from '../../lib/clock.ts';
import { type Finding, fine, problem } from './finding.ts';

const title = 'evidence over SSH';

/** Nothing where no host is configured. */
export async function examineEvidenceHost(
  config: OrreryConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Finding[]> {
  const settings = sshSettingsOf(config, environment);
  if (settings === null) return [];
  const planned = planConnection(settings);
  if (!planned.ok)
    return planned.problems.map((words) =>
      problem(title, words, 'the service does not start with it; correct the SSH configuration'),
    );
  const { plan } = planned;
  const trouble = await probeHost(plan, (ms, callback) => systemClock.setTimer(ms, callback));
  const place = `${plan.user}@${plan.host}:${plan.port}, ${plan.remoteRoot}`;
  return [
    trouble === null
      ? fine(title, `${place} can be read`)
      : problem(title, trouble, 'docs/workers.md says how this way is set up'),
  ];
}
