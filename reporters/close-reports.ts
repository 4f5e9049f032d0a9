import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { LearnedSecrets } from '../fixtures/transcript/known-secrets.ts';
import { attest, type UsedFile } from './attestation/attestation.ts';
import type { RequirementId } from '../fixtures/requirements/index.ts';
import { nobodysTarget } from '../fixtures/target/configuration.ts';
import type { Conformance } from './conformance.ts';
import { writeGateReport } from './gate/gate.ts';
import { asTyped } from './own-files.ts';
import type { Preflight } from './preflight.ts';
import { writtenByARun } from './output-folder.ts';
import { scriptsIn } from './repro/write.ts';
import { hasColours, writeLine } from './screen.ts';
import { leaksIn, type Secret, secretsOfKey } from './secrets/secrets.ts';
import { summaryOf } from './summary.ts';
import type { CapturedOutput } from './secrets/terminal.ts';

interface Closing {
  readonly conformance: Conformance;
  /** What the doctor expected to be exercised. */
  readonly foretold?: ReadonlySet<RequirementId>;
  /** What the first look showed that may explain a failure. */
  readonly hints?: readonly string[];
  /** Which APIs did not answer, as was said at the beginning. */
  readonly unreachable?: Preflight['unreachable'];
  /** The folder of the reports, and those that were written there. */
  readonly output: string;
  readonly paths: readonly string[];
  /** Of `--output`, for commands that somebody may type next. */
  readonly givenOutput?: string;
  /** Why they are not where somebody may look for them. */
  readonly note?: string;
  /** Ed25519, of `CERTIFICATE_KEY_FILE`. */
  readonly signingKey?: KeyObject;
  /** Of `--waivers`. */
  readonly waivers?: UsedFile;
  readonly secrets: readonly Secret[];
  readonly learned: LearnedSecrets;
  readonly terminal: CapturedOutput;
  /** From this line on the CI server takes commands again. */
  readonly commandsOn: string;
}

/**
 * When every report is written: tells the terminal and the CI server, looks for secrets in all of it,
 * and signs it. False where the reports cannot be passed on.
 */
export function closeReports(closing: Closing, out: NodeJS.WriteStream): boolean {
  const isSafe = tellAndSign(closing, out);
  const addresses = Object.values(closing.conformance.target.apis);
  if (addresses.includes('embedded')) writeLine(out, `\n${nobodysTarget}`);
  return isSafe;
}

function tellAndSign(closing: Closing, out: NodeJS.WriteStream): boolean {
  const { conformance, output, paths, secrets, learned, terminal } = closing;
  const shown = paths.map(asTyped);
  const scripts = scriptsIn(output);
  const summary = summaryOf(conformance, {
    colour: hasColours(out),
    ...(out.isTTY && out.columns > 0 ? { columns: out.columns } : {}),
    reports: shown,
    scripts,
    ...(closing.givenOutput === undefined ? {} : { output: closing.givenOutput }),
    ...(closing.foretold === undefined ? {} : { foretold: closing.foretold }),
    ...(closing.hints === undefined ? {} : { hints: closing.hints }),
    told: Object.values(closing.unreachable ?? {}),
  });
  out.write(`\n${summary}\n`);
  if (closing.note !== undefined) writeLine(out, `\n${closing.note}`);
  out.write(closing.commandsOn);
  writeGateReport(conformance, process.env, (text) => out.write(text));

  const jobSummary = process.env['GITHUB_STEP_SUMMARY'] ?? '';
  const written = [
    ...writtenByARun.map((name) => join(output, name)),
    ...(jobSummary === '' ? [] : [jobSummary]),
  ];
  const keyOfTheCertificate = closing.signingKey?.export({ type: 'pkcs8', format: 'pem' }) ?? '';
  const needles = [
    ...secrets,
    ...secretsOfKey('CERTIFICATE_KEY_FILE', keyOfTheCertificate.toString()),
  ];
  const leaks = leaksIn(written, needles, { learned, terminal: terminal.text });
  if (leaks.length > 0) {
    tell(
      'A CREDENTIAL ENDED UP IN A REPORT. Do not pass these files on; this is a bug in the suite:',
      leaks,
      out,
    );
    return false;
  }
  return sign(closing, out);
}

/** What is signed is what was looked at: nothing is written to the folder from here on. */
function sign(
  { conformance, output, signingKey: key, waivers }: Closing,
  out: NodeJS.WriteStream,
): boolean {
  if (key === undefined || conformance.run.shard !== undefined) return true;
  const used = waivers && { name: waivers.name, sha256: waivers.sha256 };
  const attested = attest({
    folder: output,
    conformance,
    key,
    ...(used === undefined ? {} : { waivers: used }),
  });
  if ('problem' in attested) {
    tell('THE REPORTS COULD NOT BE SIGNED:', [attested.problem], out);
    return false;
  }
  out.write(`Signed: ${asTyped(attested.path)}\n`);
  return true;
}

function tell(heading: string, lines: readonly string[], out: NodeJS.WriteStream): void {
  out.write(['', heading, ...lines.map((line) => `  ${line}`), ''].join('\n'));
}
