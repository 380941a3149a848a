/** What a cluster gives to each workload class: its own value of a field, or that of the whole cluster. Pure. */
import { type WorkloadClass, workloadClasses } from '../domain/statuses.ts';

/** What the jobs of a class ask for. */
export type ResourcesOf<Resources> = (workloadClass: WorkloadClass) => Resources;

/** Reads a field for one class. */
type ValueOf<Fields> = <Field extends keyof Fields>(field: Field) => Fields[Field];

/** Made once for every class, so that a configuration is resolved when it is loaded. */
export function resourcesOfClasses<Fields extends object, Resources extends object>(
  whole: Fields,
  classes: Readonly<Record<string, Fields>>,
  toResources: (value: ValueOf<Fields>, own: Fields | undefined) => Resources,
): ResourcesOf<Resources> {
  const ofClass = new Map(
    workloadClasses.map((name) => {
      const own = classes[name];
      const value: ValueOf<Fields> = (field) => own?.[field] ?? whole[field];
      return [name, Object.freeze(toResources(value, own))] as const;
    }),
  );
  return (name) => ofClass.get(name)!;
}
