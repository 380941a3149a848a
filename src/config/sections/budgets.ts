/** What runs may spend before they are stopped, and before no more are started. */
import { boolean, optionalInteger, optionalNumber, percent } from '../field.ts';
import { defineSection } from '../section.ts';

const wall = { min: 1, max: 31_536_000, unit: 'seconds' } as const;
const tokens = { min: 1, max: 1_000_000_000_000_000, unit: 'tokens' } as const;
const cost = { min: 0.0001, max: 1_000_000_000, unit: 'US dollars' } as const;
const none = 'no such budget';

/** Resolved by `resolveBudgets` as `OrreryConfig.budgets`, not field by field. */
export const budgetsSection = defineSection({
  title: 'Budgets',
  about:
    "What runs may spend. A run over its own or its project's budget is stopped, keeps what it has made and waits for a person; while a project or a day is over its budget, nothing more of it is started; what runs then goes on, unless budget_day_stops_running says otherwise for the day. Tokens and costs are those that agents report (docs/agents.md); what is not reported is not judged. All unset: no budget.",
  shape: {
    budget_run_wall_sec: optionalNumber({
      about: 'Wall time of one run, from its claim to its end.',
      ...wall,
      whenUnset: none,
    }),
    budget_run_tokens: optionalInteger({
      about: 'Tokens of one run, as its agent reports them.',
      ...tokens,
      whenUnset: none,
    }),
    budget_run_cost_usd: optionalNumber({
      about: 'Cost of one run, as its agent reports it.',
      ...cost,
      whenUnset: none,
    }),
    budget_project_wall_sec: optionalNumber({
      about: 'Wall time of all runs of a project together.',
      ...wall,
      whenUnset: none,
    }),
    budget_project_tokens: optionalInteger({
      about:
        'Tokens of all runs of a project together, and of the language model that words its papers.',
      ...tokens,
      whenUnset: none,
    }),
    budget_project_cost_usd: optionalNumber({
      about:
        'Cost of all runs of a project together, and of the language model that words its papers.',
      ...cost,
      whenUnset: none,
    }),
    budget_project_retries: optionalInteger({
      about:
        'Runs of a project after its first one, whatever asked for them: retries, continues, answers.',
      min: 1,
      max: 1_000,
      unit: 'runs',
      whenUnset: none,
    }),
    budget_day_wall_sec: optionalNumber({
      about: 'Wall time of all runs within the last 24 hours, run by run added up.',
      ...wall,
      whenUnset: none,
    }),
    budget_day_tokens: optionalInteger({
      about:
        'Tokens of the runs whose agents last reported within the last 24 hours, and of the papers worded by a language model since.',
      ...tokens,
      whenUnset: none,
    }),
    budget_day_cost_usd: optionalNumber({
      about:
        'Cost of the runs whose agents last reported within the last 24 hours, and of the papers worded by a language model since.',
      ...cost,
      whenUnset: none,
    }),
    budget_day_stops_running: boolean({
      about:
        'Whether a day that is spent also stops the runs under way, as a run over its own budget is stopped; false: it only keeps others from being started.',
      fallback: false,
    }),
    budget_warn_percent: percent({
      about: 'Part of a budget from which on its spending is warned of.',
      fallback: 80,
    }),
  },
});
