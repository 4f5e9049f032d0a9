// What of a request may be shown, by the name that it has. A name that is in none of these lists is
// shown without what it holds: whoever misspells a member must not see a secret of theirs on a page.

/** Members that hold a card number: its last four digits are shown. */
export const cardNumbers = words(`
  pan $PAN cardNumber number cardNumberFltr encryptedCardNumber plasticNumber`);

/** Members whose texts and numbers are shown, after a look at what they say. */
export const harmless = words(`
  account accountId accountNumber accountStatus accountType acquireFeeAmount actionCode
  actionCodeDescription activeTill addressLine amount amountFrom amountTo approvedAmount arrestAmount
  atmStatus authDateTime authRefNum autoReverseDate autocompletionDate availableBalance
  backToShopName backToShopUrl balance bindingCategory bindingId bindingNotNeeded bindingType
  blockingDate cardAcceptorParameters cardIsPrimary cardStatus cardType charges checkoutUrl city
  clientId code country countryId created createdFrom createdTo creationDate creditLimit currency
  currentValue customerId customerName customerNumber cycleLength cycleType date dateOfBirth
  deliveryMethod depositedAmount description destinationAccountNumber dynamicCallbackUrl eci email
  embossedName end endDate entityType errorCode errorDescription errorMessage error expDate expiration
  expirationDate expiry $EXPIRY expiryDate MM YYYY failUrl features fee feeDirection feeType field
  firstName force formUrl hotCardStatus id idType info installments interval is3DSVer2 kind language
  lastName limitName limitType line1 line2 location maskedPan mcc mdOrder MDORDER merchantId
  merchantLogin merchantName merchantNumber message messages mobile_phone name nextChargeAt now
  numberMask openFlag operation operationDirection orderDescription orderId orderNumber
  orderStatus originalMdOrder outcome page payments paymentState paymentWay periodEndFltr
  periodStartFltr phone phoneNumber pinDenialCounter pointer position postalCode productId productName
  productType purpose recurringExpiry recurringFrequency redirect refundedAmount region reissueCard
  requestAmount resetPinCounter responseCode result returnUrl rrn secondName serial
  sessionTimeoutSecs size sort sortDirection sortField sourceAccountNumber spendingLimits start
  startDate state status statusFltr statusMessage statuses street subscriptionId success successUrl
  surname terminalId TEXT threeDSServerTransId tii title totalAmount totalElements totalPages
  transactionAmount transactionDate transactionDescription transactionType type unit userName username
  utrnno xid billingIntervalUnit billingIntervalValue`);

/** Members whose numbers are shown, while a text is not: it may be anything. */
export const harmlessNumbers = words(`value count limit total length moment timestamp`);

/** Members whose text is JSON with members of its own. */
export const jsonTexts = words(`jsonParams orderBundle`);

/** Headers that are shown; of the others their name is. */
export const harmlessHeaders = words(`
  accept accept-encoding accept-language allow cache-control connection content-length content-type
  date host keep-alive location origin request-id retry-after sec-fetch-mode user-agent vary
  x-request-id x-sandbox-fault`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
