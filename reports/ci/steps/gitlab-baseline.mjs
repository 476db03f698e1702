// Fetches the report of the last successful job of the same name on the default branch, by the token of this job. None yet is no error,
// and nor is an instance that cannot be reached: then nothing is compared.
import { writeFile } from 'node:fs/promises';

const { env } = process;
const ref = encodeURIComponent(env.CI_DEFAULT_BRANCH);
const address = new URL(
  `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}/jobs/artifacts/${ref}/raw/conformance-report/results.json`,
);
address.searchParams.set('job', env.CI_JOB_NAME);
const missing = await fetch(address, {
  headers: { 'JOB-TOKEN': env.CI_JOB_TOKEN },
  signal: AbortSignal.timeout(60_000),
})
  .then(async (answer) => (answer.ok ? writeFile(env.TSI_BASELINE, await answer.text()) : answer.status))
  .catch((error) => error.cause?.message ?? error.message);
if (missing !== undefined) process.stdout.write(`no baseline from ${env.CI_DEFAULT_BRANCH}: ${missing}\n`);
