// Fetches the report of the last successful job of the same name on the default branch, by the token of this job. None yet is no error.
import { writeFile } from 'node:fs/promises';

const { env } = process;
const ref = encodeURIComponent(env.CI_DEFAULT_BRANCH);
const address = new URL(
  `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}/jobs/artifacts/${ref}/raw/conformance-report/results.json`,
);
address.searchParams.set('job', env.CI_JOB_NAME);
const answer = await fetch(address, { headers: { 'JOB-TOKEN': env.CI_JOB_TOKEN } });
if (answer.ok) await writeFile(env.TSI_BASELINE, await answer.text());
else process.stdout.write(`no baseline from ${env.CI_DEFAULT_BRANCH}: ${answer.status}\n`);
