/** By which transcripts are found again where parts of a run are merged. */
export const nameOfTranscripts = 'what was sent and received';
