import type { RefusalKind } from '../refusal.ts';

/** The open points of refusals, answers and requests of every kind. Document 2. */
export interface V2MessageChoices {
  // Refusals (part 7: statuses and body not shown)
  readonly refusalStatus: Readonly<Record<RefusalKind, number>>;
  readonly errorBody:
    | 'code-and-message'
    | 'error-object'
    | 'errors-list'
    | 'problem'
    | 'code-and-description'
    | 'framework'
    | 'sentence'
    | 'empty';
  /** `with-200` where the body can say that nothing was created: 201 is what a creation answers. */
  readonly creationErrors: 'with-their-status' | 'with-200';

  // The form of answers (parts 1 and 2)
  readonly contentType: string;
  /** Answers to clients that can unpack them; document 1 as well. */
  readonly compression: 'none' | 'gzip';
  /** How JSON is written; `escaped` keeps to ASCII and escapes slashes as well. */
  readonly jsonText: 'compact' | 'indented' | 'escaped';
  readonly requestIdHeader: string;
  readonly requestIdStyle: 'uuid' | 'hex' | 'prefixed' | 'digits';
  /** Whether what was created is also told by its address. */
  readonly locationHeader: 'absent' | 'given';
  readonly memberOrder: 'document' | 'alphabetical' | 'reversed';
  /** Members the document does not know, in every object of an answer. */
  readonly extraMembers: boolean;
  /**
   * `counted` counts each kind of resource from 1, so that a card may have a cardholder's id;
   * `global` has kind and number in Base64, with the padding.
   */
  readonly idStyle: 'uuid' | 'digits' | 'prefixed' | 'counted' | 'global';
  readonly accountNumberStyle: 'digits' | 'iban' | 'twenty-digits';
  readonly rrnStyle: 'digits' | 'letters';
  /** IANA zone in which days are counted and in which date-times without a zone are given. */
  readonly zone: string;
  /**
   * `trimmed` shows milliseconds without the zeros at their end, `shortest` seconds too only where
   * there are any, and `basic` is the form of ISO 8601 without hyphens and colons.
   */
  readonly cardDateTime:
    | 'seconds'
    | 'milliseconds'
    | 'microseconds'
    | 'trimmed'
    | 'shortest'
    | 'basic';
  readonly movementDateTime:
    | 'utc'
    | 'utc-milliseconds'
    | 'utc-nanoseconds'
    | 'offset'
    | 'bare-offset'
    | 'local'
    | 'basic';
  /** Moments of creation as a read shows them, beside the answer of the creation itself. */
  readonly storedMoments: 'as-created' | 'whole-seconds';

  // Requests (parts 2 and 4)
  /** An Authorization header beside the key. */
  readonly otherSchemes: 'ignored' | 'refused';
  readonly requestMediaTypes: 'json' | 'any';
  /** How the names of the members of a request are written. */
  readonly memberCase: 'exact' | 'any';
  /** How statuses, intervals, reasons and currencies are written in a request. */
  readonly wordCase: 'exact' | 'any';
  readonly unknownMembers: 'ignored' | 'refused';
  readonly nullMembers: 'unsent' | 'refused';
  readonly emptyRequiredTexts: 'accepted' | 'refused';
  /** Required texts that hold nothing but spaces. */
  readonly blankRequiredTexts: 'accepted' | 'refused';
  /** Optional texts that are sent empty, as forms do. */
  readonly emptyOptionalTexts: 'as-sent' | 'unsent';
  /** Texts that not every database stores: control characters, and what needs four bytes in UTF-8. */
  readonly textCharacters: 'any' | 'storable';
  /** Texts of more than 255 characters. */
  readonly longTexts: 'accepted' | 'refused';
  readonly numbersForTexts: 'coerced' | 'refused';
  readonly textsForNumbers: 'coerced' | 'refused';
}

/** What deployed services suggest where document 2 is silent. */
export const usualV2MessageChoices: V2MessageChoices = {
  refusalStatus: {
    malformedRequest: 400,
    malformedBody: 400,
    unsupportedMediaType: 415,
    tooLarge: 413,
    missingKey: 401,
    wrongKey: 401,
    unknownPath: 404,
    unknownMethod: 405,
    unknownId: 404,
    unknownCardholder: 404,
    unknownCard: 404,
    missingField: 422,
    invalidField: 422,
    wrongType: 400,
    unknownMember: 400,
    severalParameters: 400,
    statusRefused: 409,
    sameStatus: 409,
    wrongProduct: 422,
    wrongCurrency: 422,
    wrongAmount: 422,
    wrongExpiry: 422,
    cardNotUsable: 409,
    sameCard: 422,
    pinRefused: 422,
    missingFilter: 400,
    invalidFilter: 400,
    unknownFilterCard: 404,
  },
  errorBody: 'code-and-message',
  creationErrors: 'with-their-status',

  contentType: 'application/json',
  compression: 'none',
  jsonText: 'compact',
  requestIdHeader: 'Request-id',
  requestIdStyle: 'uuid',
  locationHeader: 'absent',
  memberOrder: 'document',
  extraMembers: false,
  idStyle: 'uuid',
  accountNumberStyle: 'digits',
  rrnStyle: 'digits',
  zone: 'UTC',
  cardDateTime: 'seconds',
  movementDateTime: 'utc',
  storedMoments: 'as-created',

  otherSchemes: 'ignored',
  requestMediaTypes: 'json',
  memberCase: 'exact',
  wordCase: 'exact',
  unknownMembers: 'ignored',
  nullMembers: 'unsent',
  emptyRequiredTexts: 'refused',
  blankRequiredTexts: 'accepted',
  emptyOptionalTexts: 'as-sent',
  textCharacters: 'any',
  longTexts: 'accepted',
  numbersForTexts: 'refused',
  textsForNumbers: 'refused',
};
