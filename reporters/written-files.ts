import { join } from 'node:path';

/** Of an earlier run; a result that outlives its run could be taken for that of the next. */
export const removedBeforeARun = [
  'conformance.json',
  'certificate.html',
  'certificate.pdf',
  'junit.xml',
  'attestation.json',
  'badge.svg',
  join('allure-report', 'index.html'),
];
