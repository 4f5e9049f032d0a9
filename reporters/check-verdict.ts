/** What became of one check. */
export type CheckVerdict = 'passed' | 'failed' | 'inconclusive' | 'not-exercised' | 'observed';
