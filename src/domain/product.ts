/** The name of the product. Every name that carries it (paths, variables, service names) comes from here. */

/** In small letters, as part of longer names. */
export const productWord = 'orrery';
const upper = productWord.toUpperCase();

/** As people read it. */
export const productTitle = 'Orrery';
/** Environment variables that name the configuration file, in the order they are tried. */
export const configVariables = [`${upper}_CONFIG`, `${upper}_CONTROL_PLANE_CONFIG`] as const;
/** What a process with a worker gate calls itself in `/healthz`, also one with both parts. */
export const workerGateService = `${productWord}_worker_gate`;
/** What a process with a control plane and no worker gate calls itself there. */
export const controlPlaneService = `${productWord}_control_plane`;
/** What the core sub-service calls itself in its own health route. */
export const coreService = `${productWord}_core`;
/** Where the routes of the core sub-service begin. */
export const corePrefix = `/${productWord}-core`;
/** Folder for the service's own files inside a project. */
export const projectMetaDir = `.${productWord}`;
/** Where an agent leaves its decision, relative to the project folder. */
export const decisionFile = `${projectMetaDir}/project_decision.json`;
/** Metrics file of an older generation of agents, still read as evidence. */
export const legacyMetricsFile = '.legacy/metrics.json';
/** Prefix of the documented variables in an agent's environment. */
export const agentVariablePrefix = `${upper}_`;
