/** What the gateway answers to one kind of refusal; `status` is that of HTTP. */
export interface GatewayErrorForm {
  readonly status: number;
  /** Whether an `error` with the same text stands beside the errorMessage. */
  readonly repeatsMessage: boolean;
}

/** What document 3 leaves open about the gateway: the form of requests and answers. */
export interface GatewayMessageChoices {
  // Requests (parts 1, 4, 5 and 8)
  readonly unreadableBody: 200 | 400;
  readonly otherMethods: 404 | 405;
  /** OPTIONS, which asks for nothing to be done. */
  readonly optionsMethod: 'as-others' | 'answered';
  readonly mediaTypes: 'declared' | 'any';
  readonly repeatedParameters: 'first-counts' | 'last-counts' | 'refused';
  /** Parameters in the URL of an unsigned form, where the body lacks them. */
  readonly addressParameters: 'ignored' | 'read';
  /** Spaces around the values of a form. */
  readonly surroundingSpaces: 'kept' | 'trimmed';
  /** Numbers in place of texts and texts in place of numbers, in the bodies that are JSON. */
  readonly jsonTypes: 'coerced' | 'strict';
  readonly emptyOptional: 'unsent' | 'refused';
  /**
   * "Send an empty value if none": what an empty language or cardholder name comes to, and whether
   * one that is not sent at all comes to the same.
   */
  readonly emptyMandatory: 'none' | 'refused' | 'none-or-unsent';
  /** Parameters of a registration that no part shows; "remaining parameters: not shown". */
  readonly unknownParameters: 'ignored' | 'refused';
  /** Optional texts that are longer than declared. */
  readonly overlong: 'refused' | 'stored';
  /** A language that is not supported. */
  readonly otherLanguage: 'refused' | 'default';

  // Answers (parts 4.1, 5 and 7)
  /** A request that is wrong; part 7, rule 1, has errors at HTTP 200. */
  readonly requestError: GatewayErrorForm;
  /** Part 4.1 says text, bodies of part 4.3 show a number. */
  readonly codeType: 'text' | 'number' | 'two-digits';
  readonly errorCodes: 'detailed' | 'coarse';
  readonly messageOnSuccess: 'shown' | 'absent';
  readonly defaultLanguage: 'en' | 'es' | 'de';
  /** Part 4.1 has errorMessage in the language of the request, and is silent about other texts. */
  readonly textLanguage: 'of-order' | 'of-request';
  readonly contentType: string;
  /** Members for which there is no value. */
  readonly unsetMembers: 'absent' | 'null';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayMessageChoices: GatewayMessageChoices = {
  unreadableBody: 400,
  otherMethods: 405,
  optionsMethod: 'as-others',
  mediaTypes: 'declared',
  repeatedParameters: 'first-counts',
  addressParameters: 'ignored',
  surroundingSpaces: 'kept',
  jsonTypes: 'coerced',
  emptyOptional: 'unsent',
  emptyMandatory: 'none',
  unknownParameters: 'ignored',
  overlong: 'refused',
  otherLanguage: 'refused',

  requestError: { status: 200, repeatsMessage: false },
  codeType: 'text',
  errorCodes: 'detailed',
  messageOnSuccess: 'absent',
  defaultLanguage: 'en',
  textLanguage: 'of-order',
  contentType: 'application/json',
  unsetMembers: 'absent',
};
