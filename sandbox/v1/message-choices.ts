/** How a denial reaches the client: HTTP status and form of the body. Document 1, part 7, rule 3. */
export interface DenialForm {
  readonly status: number;
  readonly body:
    | 'response-code-and-message'
    | 'response-code'
    | 'code-and-description'
    | 'error-object'
    | 'fault'
    | 'empty';
}

/** The open points of requests, answers and denials of every kind. Document 1. */
export interface V1MessageChoices {
  // Denials (part 7, rule 3)
  readonly processingDenial: DenialForm;
  readonly requestDenial: DenialForm;
  readonly accessDenial: DenialForm;
  /** What reading operations answer for what does not exist. */
  readonly readsOfUnknown: 'denied' | 'empty';
  readonly responseCodes: 'detailed' | 'coarse';
  /** Whether a movement that is denied has a transaction result beside its code. */
  readonly deniedResult: 'code-only' | 'transaction';

  // Requests (parts 2, 4 and 5)
  readonly bareNumbers: 'taken' | 'refused';
  readonly acceptorMembers: 'demanded' | 'not-demanded';
  /** cardId in operations for which part 2.1 does not name it. */
  readonly cardIdElsewhere: 'taken' | 'refused';
  /** barCode, or a masked number with phoneNumber or cardholderId: not for the sandbox. */
  readonly otherIdentification: 'taken' | 'refused';
  readonly contradictingIdentification: 'first-counts' | 'refused';
  /** expDate beside cardNumber, where nothing demands it. */
  readonly expiryBesideNumber: 'ignored' | 'compared';
  readonly arrestPath: 'common' | 'payment' | 'both';
  readonly arrestWithoutCredentials: 'accepted' | 'refused';
  /** How the scheme of Authorization is written. */
  readonly schemeCase: 'exact' | 'any';
  /** Optional members of another type, or with a value that is not listed. */
  readonly badOptionals: 'refused' | 'ignored' | 'stored';
  /** Members that the document calls not for the sandbox. */
  readonly notForTheSandbox: 'ignored' | 'refused';
  /** Whether integers, beside which the document knows longs, end where 32 bits do. */
  readonly integers: 'any' | '32-bit';
  /** How JSON holds a ByteArray. */
  readonly byteArrays: 'base64' | 'numbers';

  // Answers (parts 2, 4 and 7)
  /** The HTTP status of registerCustomer and createVirtualCard. */
  readonly creationStatus: 200 | 201;
  /** responseCode in the answers of operations that show something else. */
  readonly codeInReads: 'absent' | 'shown';
  /** Optional members of an answer that have no value. */
  readonly absentOptionals: 'left-out' | 'null';
  readonly resultDateTime:
    | 'local'
    | 'local-milliseconds'
    | 'offset'
    | 'bare-offset'
    | 'utc'
    | 'utc-milliseconds';
  /** Values of processingCode. */
  readonly processingCodes: 'by-operation' | 'zeros';
  /** Whether operations have a systemTraceAuditNumber and an rrn each. */
  readonly serialNumbers: 'each-its-own' | 'by-day';
  /** authorizationIdResponse of a movement, which is optional. */
  readonly authorizationId: 'shown' | 'absent';
  /** authorizationIdResponse, which is optional, in results of operations that move no money. */
  readonly authorizationIdOfOthers: 'shown' | 'absent';
}

/** What deployed services suggest where document 1 is silent. */
export const usualV1MessageChoices: V1MessageChoices = {
  processingDenial: { status: 500, body: 'response-code-and-message' },
  requestDenial: { status: 400, body: 'code-and-description' },
  accessDenial: { status: 401, body: 'code-and-description' },
  readsOfUnknown: 'denied',
  responseCodes: 'detailed',
  deniedResult: 'code-only',

  bareNumbers: 'taken',
  acceptorMembers: 'demanded',
  cardIdElsewhere: 'taken',
  otherIdentification: 'refused',
  contradictingIdentification: 'first-counts',
  expiryBesideNumber: 'ignored',
  arrestPath: 'both',
  arrestWithoutCredentials: 'refused',
  schemeCase: 'exact',
  badOptionals: 'refused',
  notForTheSandbox: 'ignored',
  integers: 'any',
  byteArrays: 'base64',

  creationStatus: 200,
  codeInReads: 'absent',
  absentOptionals: 'left-out',
  resultDateTime: 'local',
  processingCodes: 'by-operation',
  serialNumbers: 'each-its-own',
  authorizationId: 'shown',
  authorizationIdOfOthers: 'shown',
};
