/** A lawful choice that was blamed, and what became of it. */
interface Blamed {
  readonly choice: string;
  readonly became: string;
}

/** What one round of blind readings came to. */
interface Round {
  /** `YYYY-MM-DD`. */
  readonly on: string;
  readonly readings: number;
  /** Readings that a must or a derived requirement blamed when they were first asked. */
  readonly blamed: readonly Blamed[];
}

/**
 * Lawful choices made from the documents and the sandbox's sources alone, by readers who had seen no
 * check. The first run is the figure; what was blamed was mended afterwards.
 */
const rounds: readonly Round[] = [
  {
    on: '2026-11-22',
    readings: 66,
    blamed: [
      {
        choice: 'limits count whole euros (document 1, part 2.6)',
        became: 'the unit is learned; limits in another one are not judged',
      },
      {
        choice: 'WS_ENCRYPTED wants a key (document 1, part 4)',
        became: 'a refusal for want of a key is not judged',
      },
      {
        choice: 'recurrentPayment.do demands the currency (document 3, part 4.6)',
        became: 'requests send all that part 4.6 lists',
      },
      {
        choice: 'getCustomerDetails shows mandatory members only (document 1, part 2.4)',
        became: 'taken back: a listed member that is not called optional is promised',
      },
      {
        choice: 'a movement shows in the history half a second later (document 1, part 4)',
        became: 'taken back: no other actor stands between a movement and its history',
      },
    ],
  },
  {
    on: '2026-11-22',
    readings: 92,
    blamed: [
      {
        choice:
          'a card without a PIN has none to change (document 1, part 4), seen in rows of pairs',
        became: 'a PIN is formed before one is changed',
      },
      {
        choice:
          'register.do knows no sessionTimeoutSecs (document 3, part 4.1), seen in rows of pairs',
        became: 'a refusal is recorded',
      },
    ],
  },
  {
    on: '2026-11-22',
    readings: 50,
    blamed: [
      {
        choice:
          'a fee is a movement of its own in the history (document 1, part 2.8), seen in rows of pairs',
        became: 'money that such fees hide is not judged',
      },
      {
        choice: 'transfers below one euro are declined (document 2, part 3)',
        became: 'set-ups move a euro at least; small amounts are judged where they are taken',
      },
      {
        choice: 'a transfer repeated within a minute is declined (document 2, part 3)',
        became: 'set-ups do not repeat one',
      },
      {
        choice: 'moments are kept to the second (document 2, part 2)',
        became: 'two views agree to the second',
      },
      {
        choice: 'lists mask the numbers of cards (document 2, part 2.4)',
        became: 'two views agree in the digits that both show',
      },
      {
        choice: 'getOrderStatusExtended.do shows orderStatus as text (document 3, part 4.6)',
        became: 'its type is a recommendation: the response is "not shown"',
      },
      {
        choice: 'a payment with 3DS needs an e-mail address (document 3, part 4.3)',
        became: 'payments by card send one',
      },
    ],
  },
  {
    on: '2026-11-22',
    readings: 37,
    blamed: [
      {
        choice: 'a period that has not begun is refused (document 2, part 4, rule 5)',
        became: 'a refusal of days to come is not judged',
      },
      {
        choice: 'a repeated charge is answered with the first order (document 3, part 4.6)',
        became: 'makes no second order, which is what is asked',
      },
      {
        choice:
          'a repeated registration is answered in full with the first order (document 3, part 2.1)',
        became: 'what stood on a refusal is not exercised',
      },
      {
        choice: 'subscriptions are sorted by the last group of their UUID (document 3, part 4.8)',
        became: 'a second reading of the order',
      },
    ],
  },
  {
    on: '2026-11-22',
    readings: 31,
    blamed: [
      {
        choice: 'a history shows debits with a minus sign (document 1, part 2.8)',
        became: 'amounts of a history count without their sign',
      },
    ],
  },
  {
    on: '2026-11-22',
    readings: 22,
    blamed: [
      {
        choice: 'a transfer repeated within a minute is denied as repeated (document 1, part 4)',
        became: 'a second transfer of the same amount may be denied, whatever the limit',
      },
    ],
  },
  {
    on: '2026-11-23',
    readings: 44,
    blamed: [
      {
        choice: 'a phone number needs a plus sign (document 1, part 4)',
        became: 'the form is learned',
      },
      {
        choice: 'beneficiaries have to exist (document 1, part 4)',
        became: 'those that are sent are accounts of other customers',
      },
      {
        choice: 'less than a euro is not transferred (document 1, parts 4 and 7)',
        became: 'a refusal of less than a euro is not judged',
      },
      {
        choice:
          'a debit repeated within a minute is denied as repeated (document 1, parts 4 and 7)',
        became: 'another amount is taken',
      },
      {
        choice: 'documentId comes back masked (document 2, part 2.1)',
        became: 'its last characters are compared',
      },
      {
        choice: 'each reading of a card shows another cvc (document 2, part 2.2)',
        became: 'is not compared',
      },
      {
        choice: 'TEXT and language that are not sent count as empty (document 3, part 4.3)',
        became: 'their absence is a recommendation',
      },
      {
        choice: 'a page beyond the last shows the last (document 3, part 4.8)',
        became: 'is judged as the page that it says it is',
      },
    ],
  },
  {
    on: '2026-11-23',
    readings: 65,
    blamed: [
      {
        choice: 'the address for notifications is tried with HEAD (document 3, part 6)',
        became: 'requests that say nothing are no notifications',
      },
      {
        choice: 'details show another list before the payments (document 3, part 4.8)',
        became: 'the list is known by its name or its items',
      },
      {
        choice: 'charges are looked for every ten minutes (document 3, part 4.8)',
        became: 'a charge is looked for a quarter of an hour after its moment',
      },
      {
        choice:
          'an amount updated within a day of a charge counts from the next (document 3, part 4.8)',
        became: 'a charge is of any amount that was in force since the one before',
      },
    ],
  },
  {
    on: '2026-11-23',
    readings: 40,
    blamed: [
      {
        choice: 'each errorMessage ends with a reference of its own (document 3, part 4.1)',
        became: 'the words that messages have in common are compared',
      },
    ],
  },
  {
    on: '2026-11-23',
    readings: 40,
    blamed: [
      {
        choice:
          'an order shows its payment 1.5 s after the call that made it succeeded (document 3, part 7, rule 3)',
        became: 'read again, where the first payment of a run shows so',
      },
      {
        choice: 'offsets of whole hours are written in hours alone (document 3, part 2.3)',
        became: 'moments are read in every spelling of ISO 8601',
      },
      {
        choice: 'localTransactionDate is the business day (document 1, part 2.7)',
        became: 'a date-time at midnight is compared by its day',
      },
      {
        choice: 'ids of payment orders are longs above 2^53 (document 1, part 4)',
        became: 'an integer may be of any size',
      },
      {
        choice: 'movements are in the history 1.5 s later than in the balance (document 1, part 4)',
        became: 'stays: nobody stands between a movement and the history of the same service',
      },
      {
        choice: 'the list of subscriptions runs 1.5 s behind (document 3, part 4.8, rule 2)',
        became: 'stays, for the same reason',
      },
      {
        choice: 'balances of the back office are those of two seconds ago (document 1, part 4)',
        became: 'stays: a balance that an operation answers is that of now',
      },
    ],
  },
  {
    on: '2026-11-23',
    readings: 28,
    blamed: [
      {
        choice:
          'getCustomerDetails leaves out what is marked neither mandatory nor optional (document 1, part 2.4)',
        became: 'stays: what a response lists without "optional" is promised in a success',
      },
    ],
  },
  {
    on: '2026-11-23',
    readings: 40,
    blamed: [
      {
        choice: 'less than one unit of the currency is not registered (document 3, part 4.1)',
        became: 'the least amount is not documented: what lies between two amounts is judged',
      },
      {
        choice: 'payments are strings, the mdOrder of each (document 3, part 4.8, rule 3)',
        became: 'are taken for that',
      },
      {
        choice: 'bindingId is told 0.7 s after the activation (document 3, part 3.2)',
        became: 'is waited for like other effects of the payment page',
      },
      {
        choice: 'dates of cards name the business day, at midnight (document 2, part 2.2)',
        became: 'are compared by their day, as in document 1',
      },
      {
        choice: 'spending limits are whole euros (document 2, part 2.2)',
        became: 'limits that are set are whole euros',
      },
      {
        choice: 'phone numbers are shown by their end alone (document 2, part 2.1)',
        became: 'their last digits are compared, as those of documentId',
      },
      {
        choice: 'more than 150.00 at once is not topped up (document 2, part 3)',
        became: 'larger amounts are topped up in parts where one is declined',
      },
      {
        choice: 'a payment in one phase is never deposited (document 3, parts 2.1 and 3.1)',
        became:
          'stays: that is a pre-authorisation, and paymentAmountInfo is what tells the two apart',
      },
      {
        choice: 'wrong requests of subscriptions are answered 500 (document 3, part 4.8)',
        became: 'stayed at first; a server by others did the same, and it is a refusal there now',
      },
      {
        choice: 'size is the number of items on this page (document 3, part 4.8, rule 2)',
        became: 'stays: within one operation one word has one meaning',
      },
      {
        choice: 'names and addresses are shown in capitals (document 2, part 2.1)',
        became: 'stays: a cardholder is shown with what was sent',
      },
    ],
  },
  {
    on: '2026-11-24',
    readings: 48,
    blamed: [
      {
        choice:
          'a merchant whose configuration demands a dynamicCallbackUrl (document 3, part 4.1)',
        became: 'is learned, and each order gets one',
      },
      {
        choice: 'orders are numbered 1, 2, 3 (document 3, part 4.1)',
        became: 'short numbers are told by the member that holds them, and unknown ones are long',
      },
      {
        choice:
          'a charge is answered with orderStatus 0 and paid 300 ms later (document 3, parts 4.6 and 7)',
        became: 'stays: the answer to a charge shows the order that was paid',
      },
      {
        choice: 'payments in one phase are cleared at midnight (document 3, part 3.1)',
        became: 'stays: what another system does is waited for as long as SETTLE_MS says',
      },
      {
        choice:
          'a stored credential is listed half a second after the payment (document 3, part 4.6)',
        became: 'stays: no other system stands between the payment and the list',
      },
      {
        choice:
          'lists come from an index that is refreshed every 700 ms (document 3, part 4.8, rule 2)',
        became: 'stays: no other system stands between an operation and the list',
      },
      {
        choice: 'email and phone are masked in every answer (document 3, part 2.3)',
        became: 'stays: a subscription is shown with what was sent',
      },
      {
        choice:
          'the same creation again within ten seconds is the same subscription (document 3, part 4.8, rule 1)',
        became: 'stays: each creation without orderNumber is one of its own',
      },
      {
        choice:
          'one of two changes at the same time is answered 500 (document 3, part 4.8, rules 4 and 5)',
        became: 'stays: no sentence has a change refused for want of luck',
      },
      {
        choice: 'no money moves in the five seconds after midnight (document 1, part 8)',
        became: 'stays: a limit turns at 00:00:00, which only a movement shows',
      },
      {
        choice: 'a card makes five transfers a day (document 1, part 8)',
        became: 'stays: part 8 has limits of amounts, and shows those that there are',
      },
      {
        choice: 'names are shown by their first letter (document 1, part 2.4)',
        became: 'stays: a customer is shown with what was sent',
      },
      {
        choice: 'one answer covers 31 days of orders (document 1, part 4)',
        became: 'stays: no sentence bounds a period',
      },
      {
        choice: 'the back office follows two seconds later (document 1, part 4)',
        became: 'stays: balances are immediate in all their views',
      },
      {
        choice: 'a transfer costs ten cents beside its amount (document 2, part 3)',
        became: 'stays: the balance is lowered by the amount',
      },
      {
        choice: 'email is masked in every answer (document 2, part 2.1)',
        became: 'stays: a cardholder is shown with what was sent',
      },
    ],
  },
  {
    on: '2026-11-26',
    readings: 48,
    blamed: [
      {
        choice: 'date-times leave out seconds that are zero (document 1, part 2)',
        became: 'are read as ISO 8601 has them',
      },
      {
        choice:
          'a transfer uses up the limits of e-commerce beside that of cash (document 1, part 8)',
        became:
          'was blamed once, for the cards of an account, and not when it was asked again: nothing was changed',
      },
      {
        choice:
          'the date of an order is ISO 8601 text in its status, and milliseconds in the answer to a charge (document 3, part 4.6)',
        became: 'dates are compared as moments',
      },
      {
        choice:
          'a new amount is asked for from the second charge on, as the customer was told of the next one (document 3, part 4.8)',
        became: 'an amount counts from the second charge at the latest, like an interval',
      },
    ],
  },
  {
    on: '2026-11-26',
    readings: 48,
    blamed: [
      {
        choice: 'the merchant may not ask for FORCE_CREATE_BINDING (document 3, part 4.4)',
        became: 'a kind of order that is not on offer is left out where kinds are compared',
      },
      {
        choice:
          'addresses are verified, and need their first line and postal code (document 3, part 2.4)',
        became: 'both are sent with every billingPayerData',
      },
      {
        choice: 'what was debited is not approved any more (document 3, part 2.1)',
        became: 'approvedAmount 0 beside a depositedAmount is not judged',
      },
      {
        choice: 'a charge that is planned is listed without numbers (document 3, part 4.8, rule 3)',
        became: 'items whose numbers are all null are no payments yet',
      },
      {
        choice: 'an authorization is listed as NOOP beside its booking (document 1, part 2.8)',
        became: 'items that move nothing are not counted',
      },
      {
        choice:
          'a card product has a restriction of its own (document 1, part 4, getGeoRestrictions)',
        became: 'rules are counted from those that a new card has',
      },
    ],
  },
  {
    on: '2026-11-26',
    readings: 48,
    blamed: [
      {
        choice:
          'the stored record that industry practice loads is a stored credential (document 3, part 4.7)',
        became: 'is learned, and original orders store one where they have to',
      },
      {
        choice: 'a status does not repeat what the merchant sent (document 3, part 4.6)',
        became: 'an amount that is not shown there is not judged',
      },
      {
        choice: 'getAllowedMccList answers ranges of codes (document 1, part 4)',
        became: 'a code is looked for within ranges and in members of items, too',
      },
      {
        choice:
          'a change of a lost card is refused with HTTP 500, as the host behind it has it (document 2, part 4)',
        became: 'stays: HTTP 500 tells of a failure of the server, not of a request',
      },
    ],
  },
  {
    on: '2026-11-26',
    readings: 48,
    blamed: [
      {
        choice:
          'a list of transfers masks the card on its other side alone (document 2, parts 2.3 and 2.4)',
        became: 'two lists agree in the digits that both show',
      },
      {
        choice:
          'a two-phase order that U pays is debited at once, as there is one phase only (document 3, part 4.7)',
        became: 'is as good as a refusal: what may not be is that its amount is on hold',
      },
      {
        choice:
          'a charge that is planned is listed without an order (document 3, part 4.8, rule 3)',
        became: 'items without an order are no payments yet where the activation payment has one',
      },
    ],
  },
  {
    on: '2026-11-26',
    readings: 48,
    blamed: [
      {
        choice:
          'getAllowedBeneficiaries answers objects with an identifier and its kind (document 1, part 4)',
        became: 'a beneficiary is looked for in the members of an item, too',
      },
      {
        choice: 'dates of orders are written in digits alone (document 1, part 4)',
        became: 'is a form of a date, as none is shown',
      },
      {
        choice:
          'a reissue gives the account, and every other card of it, another number (document 2, part 3)',
        became: 'stays: what is not shown is the effect on the state of the card, not on others',
      },
      {
        choice: 'create and details show one moment with different offsets (document 3, part 2.3)',
        became: 'is compared as a moment, as elsewhere',
      },
    ],
  },
  {
    on: '2026-11-26',
    readings: 48,
    blamed: [
      {
        choice:
          'a reissue gives the card another id, and the earlier one leads to it (document 2, part 3)',
        became: 'is an effect on the card, which is not shown',
      },
      {
        choice: 'number and cvc are null where they are not returned (document 2, part 2.2)',
        became: 'null shows nothing',
      },
      {
        choice:
          'a declined attempt at the initial payment makes a subscription UNPAID (document 3, part 3.2)',
        became: 'is a status after a decline, as moves into it are not shown',
      },
      {
        choice: 'the size of a list is that of this page (document 3, part 4.8, rule 2)',
        became: 'stays: page and size are those of the request',
      },
    ],
  },
  {
    on: '2026-11-26',
    readings: 48,
    blamed: [
      {
        choice:
          'without deliveryMethod a CVC2 goes by SMS, so a phoneNumber is needed (document 1, parts 2.1 and 4)',
        became: 'is asked for with a method, or with a phoneNumber',
      },
      {
        choice: 'limits of a card stand in an object under their names (document 1, part 4)',
        became: 'is read, as that answer is not shown',
      },
      {
        choice: 'what is on hold is shown as a negative number (document 1, part 2.4)',
        became: 'the first hold tells the sign',
      },
    ],
  },
  {
    on: '2026-11-26',
    readings: 48,
    blamed: [
      {
        choice:
          'half of a CVC2 goes by SMS, so HALF_AND_HALF needs a phoneNumber (document 1, parts 2.1 and 4)',
        became: 'HALF_AND_HALF is asked for with a phoneNumber',
      },
      {
        choice: 'UUIDs are sorted as two signed numbers (document 3, part 4.8)',
        became: 'is an order of UUIDs',
      },
    ],
  },
  {
    on: '2026-11-26',
    readings: 48,
    blamed: [
      {
        choice:
          'windows not aligned to the calendar run from the first use of the limit (document 1, part 8)',
        became: 'is seen by a limit that is first used late, and its windows are not foreseen',
      },
      {
        choice:
          'the numbers of a payment stand in an object within its item (document 3, part 4.8)',
        became: 'payments are told apart by what stands within objects, too',
      },
    ],
  },
  {
    on: '2026-11-26',
    readings: 48,
    blamed: [
      {
        choice:
          'the decoded bytes of the Base64 credentials are compared, so text behind their padding does not count (document 1, part 5)',
        became: 'what is sent instead of them stands for other bytes',
      },
      {
        choice:
          'a charge is made at the midnight before the paid period ends (document 3, parts 1 and 3.2)',
        became: 'stays: the billing interval has not passed then',
      },
      {
        choice: 'without statuses no CANCELLED subscription is listed (document 3, part 4.8)',
        became: 'stays: a filter that is not sent leaves nothing out',
      },
      {
        choice: 'the date of an order is that of its latest attempt to pay (document 3, part 4.6)',
        became:
          'may move until an order is held or deposited, as of what it is the date is not said',
      },
    ],
  },
  { on: '2026-11-27', readings: 48, blamed: [] },
  {
    on: '2026-11-27',
    readings: 48,
    blamed: [
      {
        choice: 'a payment by a stored credential needs the ip of its payer (document 3, part 4.6)',
        became:
          'the ip is always sent: part 4.6 does not say which of its parameters are mandatory',
      },
    ],
  },
  {
    on: '2026-11-27',
    readings: 48,
    blamed: [
      {
        choice:
          'refusals answer HTTP 200 with an errorCode and no responseCode (document 1, part 7, rule 3)',
        became: 'is understood as a refusal',
      },
      {
        choice: 'a card begins with a cash limit of 20.00 a day (document 1, parts 4 and 8)',
        became: 'the limit of a card to transfer from is raised first',
      },
    ],
  },
  { on: '2026-11-27', readings: 48, blamed: [] },
  {
    on: '2026-11-27',
    readings: 48,
    blamed: [
      {
        choice: 'a PIN comes back as pinData (document 1, part 4)',
        became: 'stays: the response of generatePin has pinValue',
      },
      {
        choice: 'without statusFltr declined transfers are not listed (document 2, part 4, rule 5)',
        became: 'stays: a filter that is not sent leaves nothing out',
      },
      {
        choice:
          'an instant payment that is refused leaves its order registered and unpaid (document 3, part 4.4)',
        became: 'settles nothing about the number: part 4.4 registers an order and pays it',
      },
      {
        choice:
          'the button back to the shop leads there by way of the gateway (document 3, part 2.4)',
        became:
          'was accepted when asked again: a button that could not be pressed within a second counted as none, and is waited for now',
      },
    ],
  },
  {
    on: '2026-11-27',
    readings: 48,
    blamed: [
      {
        choice:
          'a blocked card that becomes lost or stollen is dated anew, an active one not at all (document 2, part 2.2)',
        became: 'stays: where a report dates no active card it is no blocking',
      },
    ],
  },
  {
    on: '2026-11-27',
    readings: 48,
    blamed: [
      {
        choice:
          'what is due is charged by one run at midnight, as nextChargeAt shows (document 3, part 4.8)',
        became: 'two that are due at one moment are not told apart',
      },
    ],
  },
  {
    on: '2026-11-27',
    readings: 48,
    blamed: [
      {
        choice:
          'a geo rule stands beside those of other periods for the same country (document 1, part 4)',
        became: 'what was set before may stand beside what is set',
      },
      {
        choice: 'a debit is on hold until the end of the day (document 1, parts 2.5 and 4)',
        became: 'stays: a balance that an operation answers is that of now',
      },
      {
        choice:
          'a card is stored 0.3 seconds after its payment was answered (document 3, part 4.6)',
        became: 'stays: no other actor stands between a payment and the credential',
      },
    ],
  },
  {
    on: '2026-11-27',
    readings: 48,
    blamed: [
      {
        choice: 'a telephone is shown as digits alone, without its plus (document 2, part 2.1)',
        became: 'the digits are compared',
      },
      {
        choice:
          'a transfer that is declined for a wrong expiry date shows that of the card (document 2, part 2.4)',
        became: 'either is taken',
      },
      {
        choice:
          'lists show earlier transfers of a reissued card under its new number (document 2, part 3)',
        became: 'stays: what a reissue does to the card is not shown; a transfer is what it was',
      },
    ],
  },
  {
    on: '2026-11-27',
    readings: 48,
    blamed: [
      {
        choice: 'a limit that is raised counts from the next day on (document 2, part 4)',
        became: 'stays: PATCH answers the modified card',
      },
      {
        choice: 'a card is reissued a second after the answer (document 2, part 4)',
        became: 'stays: PATCH answers the modified card',
      },
      {
        choice: 'a top-up is of 10.00 EUR at least (document 2, part 3)',
        became: 'stays: the document has no such limit',
      },
      {
        choice: 'ten transfers a day may be made from a card (document 2, part 2.4)',
        became: 'stays: the document has no such limit',
      },
      {
        choice:
          'charges are made at full hours, after the nextChargeAt shown (document 3, part 4.8)',
        became: 'a charge that is still to come is looked for once more after the full hour',
      },
    ],
  },
  {
    on: '2026-11-27',
    readings: 48,
    blamed: [
      {
        choice: 'the month of a limit begins on the 15th (document 2, part 2.2)',
        became: 'a month may begin on any day, once in 26 days',
      },
      {
        choice:
          'payments of a subscription have no id, and say nothing that others do not (document 3, part 4.8)',
        became: 'they are counted, and told apart by ids alone',
      },
    ],
  },
  { on: '2026-11-27', readings: 48, blamed: [] },
];

/**
 * Whole servers, each written from its document alone by somebody who had seen neither the suite nor the
 * sandbox, in several readings of what it leaves open: what the suite said of each at first sight.
 */
const servers = [
  { on: '2026-11-24', api: 'v1', in: 'JavaScript', points: 97, readings: 3 },
  { on: '2026-11-24', api: 'v2', in: 'JavaScript', points: 79, readings: 5 },
  {
    on: '2026-11-24',
    api: 'gateway and subscriptions',
    in: 'JavaScript',
    points: 107,
    readings: 3,
  },
  { on: '2026-11-28', api: 'v1', in: 'JavaScript', points: 120, readings: 4 },
  { on: '2026-11-28', api: 'v2', in: 'JavaScript', points: 77, readings: 4 },
  { on: '2026-11-28', api: 'gateway and subscriptions', in: 'JavaScript', points: 90, readings: 4 },
  { on: '2026-11-28', api: 'v1', in: 'Python', points: 99, readings: 4 },
  { on: '2026-11-28', api: 'v2', in: 'Python', points: 90, readings: 4 },
  { on: '2026-11-28', api: 'gateway and subscriptions', in: 'Java', points: 64, readings: 4 },
  { on: '2026-11-28', api: 'v1', in: 'Java', points: 193, readings: 4 },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'Python',
    points: 152,
    readings: 4,
  },
  { on: '2026-11-28', api: 'v2', in: 'JavaScript (again)', points: 160, readings: 4 },
  { on: '2026-11-28', api: 'v1', in: 'JavaScript (again)', points: 253, readings: 4 },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again)',
    points: 221,
    readings: 4,
  },
  { on: '2026-11-29', api: 'v2', in: 'Python (again)', points: 193, readings: 4 },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'JavaScript (again), two more readings',
    points: 359,
    readings: 2,
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Python (again), two more readings',
    points: 266,
    readings: 2,
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again), two more readings',
    points: 324,
    readings: 2,
  },
  { on: '2026-11-29', api: 'v1', in: 'Python (again)', points: 257, readings: 4 },
  { on: '2026-11-29', api: 'v2', in: 'Java', points: 189, readings: 4 },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again)',
    points: 254,
    readings: 4,
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again), two more readings',
    points: 365,
    readings: 2,
  },
  { on: '2026-11-29', api: 'v2', in: 'Java, two more readings', points: 289, readings: 2 },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again), two more readings',
    points: 338,
    readings: 2,
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again), readings 7 and 8',
    points: 433,
    readings: 2,
  },
  { on: '2026-11-29', api: 'v2', in: 'Java, readings 7 and 8', points: 353, readings: 2 },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again), readings 7 and 8',
    points: 402,
    readings: 2,
  },
  { on: '2026-11-29', api: 'v1', in: 'JavaScript (a third time)', points: 102, readings: 3 },
  { on: '2026-11-29', api: 'v2', in: 'Java (again)', points: 89, readings: 3 },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a third time)',
    points: 107,
    readings: 3,
  },
  { on: '2026-11-29', api: 'v1', in: 'Python (a third time)', points: 124, readings: 3 },
  { on: '2026-11-29', api: 'v2', in: 'JavaScript (a third time)', points: 84, readings: 3 },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Python (again)',
    points: 77,
    readings: 3,
  },
  { on: '2026-11-30', api: 'v1', in: 'Java (again)', points: 100, readings: 3 },
  { on: '2026-11-30', api: 'v2', in: 'Python (a third time)', points: 81, readings: 3 },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a fourth time)',
    points: 109,
    readings: 3,
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Python (a third time), with oddities',
    points: 40,
    readings: 1,
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'JavaScript (a third time), with oddities',
    points: 36,
    readings: 2,
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Python (again), with oddities',
    points: 60,
    readings: 1,
  },
  { on: '2026-11-30', api: 'v1', in: 'Python (a fourth time)', points: 90, readings: 3 },
  { on: '2026-11-30', api: 'v2', in: 'Java (a third time)', points: 80, readings: 3 },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Python (a third time)',
    points: 93,
    readings: 3,
  },
  { on: '2026-11-30', api: 'v1', in: 'JavaScript (a fourth time)', points: 145, readings: 3 },
  { on: '2026-11-30', api: 'v2', in: 'Python (a fourth time)', points: 118, readings: 3 },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a fifth time)',
    points: 123,
    readings: 3,
  },
  { on: '2026-11-30', api: 'v1', in: 'Python (a fifth time)', points: 209, readings: 3 },
  { on: '2026-11-30', api: 'v2', in: 'Java (a fourth time)', points: 157, readings: 3 },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a sixth time)',
    points: 200,
    readings: 3,
  },
  { on: '2026-11-30', api: 'v1', in: 'JavaScript (a fifth time)', points: 213, readings: 3 },
  { on: '2026-11-30', api: 'v2', in: 'Python (a fifth time)', points: 166, readings: 3 },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Java (again)',
    points: 182,
    readings: 3,
  },
  { on: '2026-11-30', api: 'v1', in: 'Java (a third time)', points: 216, readings: 3 },
  { on: '2026-11-30', api: 'v2', in: 'JavaScript (a fourth time)', points: 172, readings: 3 },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Python (a fourth time)',
    points: 182,
    readings: 3,
  },
  { on: '2026-12-01', api: 'v1', in: 'JavaScript (a sixth time)', points: 180, readings: 3 },
  { on: '2026-12-01', api: 'v2', in: 'Python (a sixth time)', points: 159, readings: 3 },
  {
    on: '2026-12-01',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a seventh time)',
    points: 200,
    readings: 3,
  },
  { on: '2026-12-01', api: 'v1', in: 'Java (a fourth time)', points: 195, readings: 3 },
  { on: '2026-12-01', api: 'v2', in: 'JavaScript (a fifth time)', points: 155, readings: 3 },
  {
    on: '2026-12-01',
    api: 'gateway and subscriptions',
    in: 'Python (a fifth time)',
    points: 166,
    readings: 3,
  },
  { on: '2026-12-01', api: 'v1', in: 'JavaScript (a seventh time)', points: 143, readings: 3 },
  {
    on: '2026-12-01',
    api: 'gateway and subscriptions',
    in: 'JavaScript (an eighth time)',
    points: 115,
    readings: 3,
  },
] as const;

interface BlamedServer extends Blamed {
  readonly on: string;
  readonly api: string;
  /** JavaScript unless said. */
  readonly in?: string;
  readonly requirements: number;
}

const blamedServers: readonly BlamedServer[] = [
  {
    on: '2026-11-24',
    api: 'v1',
    choice: 'balances of the back office are those of 150 ms ago (document 1, part 4)',
    requirements: 3,
    became: 'stays: a balance that an operation answers is that of now',
  },
  {
    on: '2026-11-24',
    api: 'v1',
    choice:
      'validateCard, resetPinCounter and changeAccountArrestAmount show responseCode alone, which alone is called mandatory (document 1, part 4)',
    requirements: 6,
    became: 'stays: what a response lists without "optional" is promised in a success',
  },
  {
    on: '2026-11-24',
    api: 'gateway and subscriptions',
    choice:
      'the order status stands inside orderStatus, as in the answer of a recurrent payment (document 3, part 4.6)',
    requirements: 30,
    became: 'is read like one at the top',
  },
  {
    on: '2026-11-24',
    api: 'gateway and subscriptions',
    choice:
      'a payment in one phase is deposited 150 ms after it was approved (document 3, parts 2.1 and 3.1)',
    requirements: 8,
    became: 'is waited for, where the first payment of a run shows so',
  },
  {
    on: '2026-11-24',
    api: 'gateway and subscriptions',
    choice:
      'an instant payment by a stored credential needs no clientId (document 3, parts 4.1 and 4.4)',
    requirements: 1,
    became: 'is a recommendation: part 4.1 speaks of register.do',
  },
  {
    on: '2026-11-24',
    api: 'gateway and subscriptions',
    choice:
      'wrong requests of subscriptions are answered 500, where no 400 is listed (document 3, part 4.8)',
    requirements: 6,
    became: 'is a refusal there; that no request causes an HTTP 5xx is a recommendation',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    choice:
      'beneficiaries that were sent as bare numbers are returned as such (document 1, parts 2 and 4)',
    requirements: 1,
    became:
      'is a recommendation: beneficiaries are identifiers, and the sentence is about account numbers',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    choice: 'getCardLimits shows names and values of limits alone (document 1, part 4)',
    requirements: 1,
    became: 'is not asked for a cycleType that no limit shows',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    choice:
      'a change of a limit that names no value takes the value away (document 1, parts 2.6 and 4)',
    requirements: 1,
    became: 'may leave what is not named, or take it away',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    choice: 'dates of orders are written as 28.11.2026 (document 1, part 4)',
    requirements: 1,
    became: 'is a form of a date, as none is shown',
  },
  {
    on: '2026-11-28',
    api: 'v2',
    choice: 'GET /cardholders/ without an id lists all cardholders (document 2, part 4)',
    requirements: 7,
    became: 'is none of the documented operations, so nothing is promised of its answer',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    choice:
      'an instalment is refused before recurringFrequency, the least days between authorisations, is over (document 3, part 2.4)',
    requirements: 3,
    became: 'credentials that are charged at once are stored with a plan of no days',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    choice: 'the base address ends in a path (document 3, part 1)',
    requirements: 1,
    became: 'belongs to the address',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    choice:
      'a create repeats the message of the gateway without the name of the parameter at its end (document 3, part 4.8)',
    requirements: 1,
    became: 'is enough',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    in: 'Python',
    choice:
      'the limits of a customer in getCustomerInfo are those of its account, and change with them (document 1, part 2.4)',
    requirements: 2,
    became: 'part 2.4 does not say whose they are: changeAccountLimit may change them',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    in: 'Python',
    choice:
      'a restriction may lack regionId and transactionGroupId, as the example lacks countryId (document 1, part 4)',
    requirements: 4,
    became: 'stays: the listing calls them mandatory, and the example has both',
  },
  {
    on: '2026-11-28',
    api: 'v2',
    in: 'Python',
    choice:
      'all cardholders are listed at /v2/cardholders/, a path of which document 2 says nothing',
    requirements: 6,
    became: 'no path without an id is judged as an operation, whoever asks it',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'Java',
    choice:
      "error repeats the gateway's message without the code before it and the parameter behind it (document 3, part 4.8)",
    requirements: 1,
    became: 'two thirds of its words in a row are its message',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'Java',
    choice:
      'one request had no answer for ten seconds, while the clock was moved on a busy machine',
    requirements: 49,
    became:
      'what was silent at first and passed at the second attempt on the walk was told as a failure, and passes now',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    in: 'Java',
    choice:
      'a limit that is changed counts anew from a millisecond later, so that what moves in the same one is forgotten',
    requirements: 11,
    became: 'a mistake of that server: without it the reading is conformant',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'Python',
    choice:
      'signatures are demanded of requests that hold a card, and of no others (document 3, part 5, rule 3)',
    requirements: 18,
    became: 'is learned: where a payment is taken only when it is signed, all requests are signed',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'Python',
    choice: 'ids of credentials are numbers that count up (document 3, part 2.2)',
    requirements: 1,
    became:
      'an id that nobody has ends in a letter there: another last digit is the credential of somebody else',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'Python',
    choice: 'a wrong URL is answered 404 with a page of HTML (document 3, part 7)',
    requirements: 1,
    became: 'is a 404',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'Python',
    choice:
      'an order may be tried three times, and ends unpaid with its lifetime (document 3, parts 3.1 and 4.5)',
    requirements: 1,
    became: 'is resubmitted later only where its state is still that of a new one',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'Python',
    choice: 'instantPayment.do, for which part 4.4 lists no tii, does not look at one',
    requirements: 2,
    became: 'payments in one call are judged by tii where it makes a difference',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'Python',
    choice: 'the bank declines charges on the day of recurringExpiry itself (document 3, part 2.4)',
    requirements: 2,
    became: 'stays: authorizations are not allowed after that date',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    in: 'JavaScript (again)',
    choice: 'numbers of cards are counted up (document 1, part 2.1)',
    requirements: 18,
    became: 'a number that no card bears lies far from all that were given out',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    in: 'JavaScript (again)',
    choice: 'limits of cards are called limitName (document 1, part 4)',
    requirements: 5,
    became: 'are read by that name, too',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    in: 'JavaScript (again)',
    choice:
      'a change of an account limit that names no cycleType sets it back, and leaves the value (document 1, part 4)',
    requirements: 1,
    became: 'whatever a change leaves out may begin anew where the endDate does',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    in: 'JavaScript (again)',
    choice: 'windows of a limit run from when the card or account got it (document 1, part 8)',
    requirements: 8,
    became: 'is found out; such windows are not judged',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    in: 'JavaScript (again)',
    choice: 'getAllowedBeneficiaries is refused until some were set (document 1, part 4)',
    requirements: 2,
    became: 'what is shown counts, not that there is an answer',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    in: 'JavaScript (again)',
    choice: 'a new account holds 5,000.00 (document 1, part 4)',
    requirements: 4,
    became: 'cards that are to hold little are relieved of it',
  },
  {
    on: '2026-11-28',
    api: 'v1',
    in: 'JavaScript (again)',
    choice: 'a dash stands where a customer has no second name (document 1, part 2.4)',
    requirements: 1,
    became: 'a sign is no name',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again)',
    choice: 'create finds out by itself that an orderNumber is in use (document 3, part 4.8)',
    requirements: 1,
    became: 'the message is demanded of what the gateway was asked about',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again)',
    choice:
      'paymentOrderBinding.do takes nothing without tii, which part 4.6 does not call optional (document 3)',
    requirements: 4,
    became: 'tii F is sent where it is demanded',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again)',
    choice: 'an order with recurringExpiry has to have recurringFrequency (document 3, part 4.6)',
    requirements: 1,
    became: 'a part of a schedule may be refused',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again)',
    choice:
      'a payment with tii CI and without clientId is made, and stores nothing (document 3, parts 4.1 and 4.7)',
    requirements: 1,
    became: 'is a recommendation: that clientId is required binds the merchant',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again)',
    choice:
      'signatures are demanded of instantPayment.do and installmentPayment.do alone (document 3, part 5)',
    requirements: 5,
    became: 'is found out for each operation',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again)',
    choice: 'errorCode has two digits, such as 03 (document 3, part 7)',
    requirements: 2,
    became: 'is 3',
  },
  {
    on: '2026-11-28',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again)',
    choice: 'an interval has at most 365 units (document 3, part 4.8)',
    requirements: 1,
    became: 'set-ups ask for fewer',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'JavaScript (again), two more readings',
    choice:
      'refusals are problem details under HTTP 200, without a responseCode (document 1, part 7)',
    requirements: 140,
    became: 'is a refusal: what a status of 400 to 599 in the body says',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'JavaScript (again), two more readings',
    choice: 'a limit is not to be reached, only to be approached (document 1, part 8)',
    requirements: 7,
    became: 'stays',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'JavaScript (again), two more readings',
    choice: 'resetPinCounter is refused where the count is zero (document 1, part 4)',
    requirements: 3,
    became: 'stays',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'JavaScript (again), two more readings',
    choice: 'a period of more than 400 days is refused (document 1, part 4, getPaymentOrders)',
    requirements: 1,
    became: 'stays',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'JavaScript (again), two more readings',
    choice: 'all terminals have one pid, which then leaves none out (document 1, part 4)',
    requirements: 1,
    became: 'passes where no other pid shows any',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Python (again), two more readings',
    choice: 'date-times name their zone, as in -10:00[Pacific/Honolulu] (document 2, part 2)',
    requirements: 12,
    became: 'are read',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Python (again), two more readings',
    choice: 'blockingDate is written as in headers of HTTP (document 2, part 2.2)',
    requirements: 7,
    became: 'stays',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Python (again), two more readings',
    choice: 'limits are counted in thousandths of a euro (document 2, part 2.2)',
    requirements: 3,
    became: 'stays',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Python (again), two more readings',
    choice: '978 is a currency, and EUR (document 2, part 2.3)',
    requirements: 1,
    became: 'is no longer asked',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Python (again), two more readings',
    choice:
      'a declined transfer shows an empty expiryDate where none was sent (document 2, part 2.4)',
    requirements: 1,
    became: 'passes',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Python (again), two more readings',
    choice:
      'numbers of accounts are so short that a refusal contains one by chance (document 2, part 2.2)',
    requirements: 1,
    became: 'only longer ones are looked for',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Python (again), two more readings',
    choice: 'a limit that is reached is exceeded (document 2, part 8)',
    requirements: 1,
    became: 'stays',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again), two more readings',
    choice: 'STATUS is sorted by the table of states from its end (document 3, part 4.8, rule 2)',
    requirements: 4,
    became: 'stays',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again), two more readings',
    choice: 'a status that stands twice in statuses is refused (document 3, part 4.8)',
    requirements: 2,
    became: 'passes',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again), two more readings',
    choice: 'totalAmount counts what is deposited alone (document 3, part 2.1)',
    requirements: 2,
    became: 'is asked of deposited orders alone',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again), two more readings',
    choice:
      'ids of orders and credentials are so short, or without digits, that changed ones name others (document 3, part 2)',
    requirements: 3,
    became: 'unknown ones are longer',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again), two more readings',
    choice: 'actionCode is 000 in one view and 0 in another (document 3, parts 4.5 and 4.6)',
    requirements: 1,
    became: 'is the same number',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (again), two more readings',
    choice:
      'operations that demand a signature take no token, as "valid login and password are still sent" (document 3, part 5)',
    requirements: 1,
    became: 'passes',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again)',
    choice: 'only regions from 1 to 99 are restricted (document 1, part 4)',
    requirements: 1,
    became: 'numbers of two digits are sent',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again)',
    choice:
      'a month that began on the 31st begins on the 28th from its first February on (document 1, part 8)',
    requirements: 1,
    became: 'stays: "same day and time each month"',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java',
    choice: 'the name of the product counts in any case (document 2, part 2.2)',
    requirements: 1,
    became: 'is no longer asked',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again)',
    choice: 'no orderNumber is made up for instant payments (document 3, part 4.4)',
    requirements: 1,
    became: 'each payment of a check has a number of its own',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again)',
    choice: 'an order shows the email of an attempt that was declined (document 3, part 4.3)',
    requirements: 1,
    became: 'passes',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again), two more readings',
    choice: 'the limits in getCustomerInfo are those of all cards (document 1, part 2.4)',
    requirements: 3,
    became: 'passes',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again), two more readings',
    choice: 'limits are listed in another order each time (document 1, part 2.6)',
    requirements: 1,
    became: 'passes',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again), two more readings',
    choice: 'what exceeds a limit is answered HTTP 429 (document 1, part 7.3)',
    requirements: 42,
    became: 'stays: none failed, but HTTP has 429 for those who ask too often',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again), two more readings',
    choice: 'an encrypted cvc2 is a list of bytes (document 1, part 4)',
    requirements: 1,
    became: 'stays: "cvc2 (string, generated value)"',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again), two more readings',
    choice: 'a transfer that takes a cycle to its limit exceeds it (document 1, part 8)',
    requirements: 20,
    became: 'stays, as one finding: all others are judged by a limit one higher',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java, two more readings',
    choice: 'a top-up of less than 10 cents is refused (document 2, part 2.3)',
    requirements: 3,
    became: 'passes',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java, two more readings',
    choice: 'date-times are written without separators, 20261129T062456 (document 2, part 2.2)',
    requirements: 24,
    became: 'stays for those that ask for a date-time; what needs one no longer stops the suite',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again), two more readings',
    choice:
      'an instant payment names its order as data.mdOrder, or in the attributes of its status (document 3, part 4.4)',
    requirements: 4,
    became: 'is found',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again), two more readings',
    choice: 'orders are counted in letters and digits (document 3, part 4.1)',
    requirements: 2,
    became: 'made-up ids lie far from them',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again), two more readings',
    choice: 'payments are listed as ids of orders, called operations (document 3, part 4.8)',
    requirements: 27,
    became: 'is found',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again), two more readings',
    choice: 'STATUS is sorted by the table of states from its end (document 3, part 4.8)',
    requirements: 5,
    became: 'is learned from one list, with which all others must agree',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again), two more readings',
    choice: 'a month has 30 days and a year 365 (document 3, part 2.3)',
    requirements: 1,
    became: 'stays: a month ends with the month',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again), readings 7 and 8',
    choice:
      'a date-time without a zone is refused, as RFC 3339 has none (document 1, parts 2.6 and 4)',
    requirements: 8,
    became: 'is learned: dates are sent with a zone then',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again), readings 7 and 8',
    choice: 'balances are shown for the account that getCustomerInfo names (document 1, part 4)',
    requirements: 1,
    became: 'an optional member may ask for more',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again), readings 7 and 8',
    choice: 'no PIN is taken that the card had before (document 1, part 4)',
    requirements: 3,
    became: 'another PIN is asked for each time',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again), readings 7 and 8',
    choice: 'a limit denies exactly its value (document 1, part 8)',
    requirements: 1,
    became: 'stays: only the requirement that says so',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (again), readings 7 and 8',
    choice: 'a month that begins on the 31st begins on the 28th ever after (document 1, part 8)',
    requirements: 1,
    became: 'stays: on the same day, as part 8 has it',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java, readings 7 and 8',
    choice: 'accountNumber is masked with asterisks (document 2, part 2.2)',
    requirements: 1,
    became: 'what a target names its things is no pattern any more: this one stopped the check',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java, readings 7 and 8',
    choice: 'the second line of an address needs the first (document 2, part 2.1)',
    requirements: 1,
    became: 'both are left out',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java, readings 7 and 8',
    choice:
      'a period that ends before it starts is read the other way round (document 2, part 4, rule 5)',
    requirements: 1,
    became: 'is advice now, as readers differ',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java, readings 7 and 8',
    choice:
      'typographic apostrophes are kept as straight ones, and letters in their plain form (document 2, part 2.1)',
    requirements: 2,
    became: 'is the same text; the other way round is not',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java, readings 7 and 8',
    choice: 'a period may be a year less a few days (document 2, part 4, rule 5)',
    requirements: 1,
    became: 'whoever refuses more than a month is not asked for more',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java, readings 7 and 8',
    choice: 'creationDate is local time and blockingDate UTC (document 2, part 2.2)',
    requirements: 1,
    became: 'each date may have a zone of its own',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java, readings 7 and 8',
    choice: 'the number of an identity document is not given back (document 2, part 2.1)',
    requirements: 2,
    became: 'need not be',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java, readings 7 and 8',
    choice: 'addresses are kept in capitals (document 2, part 2.1)',
    requirements: 5,
    became: 'are the same',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java, readings 7 and 8',
    choice: 'a transfer is listed 200 ms later (document 2, part 4)',
    requirements: 12,
    became: 'stays: it is done in the answer, and no other actor stands between',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java, readings 7 and 8',
    choice: 'what others pay in gives back what was spent of a limit (document 2, part 8)',
    requirements: 1,
    became: 'stays: what was spent is spent',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again), readings 7 and 8',
    choice:
      'after five wrong passwords in a minute the next is answered with HTTP 429 (document 3, part 7.5)',
    requirements: 155,
    became: 'is a refusal of whoever guesses, and no pace; it had left these undecided',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again), readings 7 and 8',
    choice: 'no interval is longer than five years (document 3, part 2.3)',
    requirements: 3,
    became: 'none that is longer is needed any more',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again), readings 7 and 8',
    choice: 'the name of the holder is masked (document 3, part 4.6)',
    requirements: 1,
    became: 'is no text that has to come back',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Java (again), readings 7 and 8',
    choice:
      'a charge that falls on a weekend is made on Monday, and nextChargeAt says so (document 3, part 2.3)',
    requirements: 3,
    became: 'stays: the interval is the one that was sent',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'JavaScript (a third time)',
    choice:
      'deleteCardLimitException refuses an exception that there is not, while cards begin with one (document 1, part 4)',
    requirements: 21,
    became: 'one counts as added only where there are more than before',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'JavaScript (a third time)',
    choice: 'history and back-office balance show a movement 350 ms later (document 1, part 4)',
    requirements: 45,
    became: 'the moment is measured once and waited for',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'JavaScript (a third time)',
    choice:
      'the end of a period of payment orders lies outside it, and a period of one day is refused (document 1, part 4)',
    requirements: 2,
    became: 'such a refusal passes',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'JavaScript (a third time)',
    choice: 'HALF_AND_HALF shows the whole number beside the mask (document 1, part 4)',
    requirements: 1,
    became: 'stays: it returns a masked number',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'JavaScript (a third time)',
    choice: 'getCustomerDetails leaves out entityType (document 1, part 2.4)',
    requirements: 2,
    became: 'stays: a listed member that is not called optional is promised',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java (again)',
    choice: 'a new card has money (document 2, part 2.2)',
    requirements: 5,
    became:
      'bursts ask for shares of what a card holds, and too few refusals leave a requirement not exercised',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'Java (again)',
    choice:
      'a transfer costs its payer ten cents, and shows in the list 200 ms later (document 2, part 4)',
    requirements: 21,
    became:
      'the fee stays: no sentence has a transfer cost anything; the moment is measured and waited for',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a third time)',
    choice: 'paymentorder.do takes effect 250 ms later (document 3, part 7)',
    requirements: 104,
    became: 'the moment is measured once and waited for',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a third time)',
    choice: 'bindingInfo stands inside cardAuthInfo (document 3, part 4.6)',
    requirements: 2,
    became: 'both places are read',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a third time)',
    choice: 'a bindingId that nobody has is refused beside pan (document 3, part 4.4)',
    requirements: 1,
    became: 'stays: pan overrides bindingId',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a third time)',
    choice: 'an order that shows as declined is not declined again by timeout (document 3, part 6)',
    requirements: 1,
    became: 'such an order is left out',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a third time)',
    choice:
      'a payer by stored credential is known to the bank with FORCE_TDS (document 3, part 4.4)',
    requirements: 1,
    became: 'an eci of an authenticated payer passes',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (a third time)',
    choice:
      'the back office is half a second behind (document 1, part 4), and each answer has an id of its own',
    requirements: 15,
    became: 'the lag is measured by documented members alone',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (a third time)',
    choice: 'entityType and entityTypeName are null, or status is left out (document 1, part 2.4)',
    requirements: 3,
    became: 'stays: members of a response without "optional"',
  },
  {
    on: '2026-11-29',
    api: 'v1',
    in: 'Python (a third time)',
    choice:
      'cardTypeName of getAccountData is another than that of getCardData (document 1, part 2.5)',
    requirements: 1,
    became: 'stays: one card has one type',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'JavaScript (a third time)',
    choice: 'a reissue is ordered at once and made a moment later (document 2, part 3)',
    requirements: 1,
    became: 'the lag of a reissue is measured, and waited for',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'JavaScript (a third time)',
    choice: 'the other card is credited a moment later (document 2, part 3)',
    requirements: 1,
    became: 'both legs are not asked for in one moment there',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'JavaScript (a third time)',
    choice: 'a transfer costs a fee of one percent (document 2, part 2.4)',
    requirements: 15,
    became: 'stays: money is conserved',
  },
  {
    on: '2026-11-29',
    api: 'v2',
    in: 'JavaScript (a third time)',
    choice: 'blockingDate stays that of the first time (document 2, part 3)',
    requirements: 1,
    became: 'stays: blockingDate is set when blocked',
  },
  {
    on: '2026-11-29',
    api: 'gateway and subscriptions',
    in: 'Python (again)',
    choice: 'the hash of the body is what RSA signs (document 3, part 5)',
    requirements: 4,
    became: 'a third reading of the signature is known',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Java (again)',
    choice:
      'what a debit takes is held at first, and cleared two seconds later (document 1, part 4)',
    requirements: 9,
    became: 'what is on hold is no fact where it clears by itself',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Java (again)',
    choice: 'customerName of a customer without a name is empty (document 1, part 2.4)',
    requirements: 1,
    became: 'it may be empty',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'Python (a third time)',
    choice: 'blockingDate stays that of the first time (document 2, parts 2.2 and 3)',
    requirements: 1,
    became: 'a recommendation: two servers have it so',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'Python (a third time)',
    choice: 'limits count millionths of a euro (document 2, part 2.2)',
    requirements: 3,
    became: 'five units are known',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'Python (a third time)',
    choice: 'a transfer costs a fee of one percent, which its answer shows (document 2, part 2.4)',
    requirements: 14,
    became: 'the fee that is shown is reckoned with',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'Python (a third time)',
    choice: 'a reissue is answered with the card as it was (document 2, part 3)',
    requirements: 1,
    became: 'its answer is not compared with the next read',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a fourth time)',
    choice: 'the page authenticates its customer where the merchant cannot (document 3, part 4.1)',
    requirements: 1,
    became: 'such orders are not compared',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a fourth time)',
    choice:
      'a credential is stored up to 600 ms after the payment, and an empty list is an error (document 3, part 4.6)',
    requirements: 49,
    became: 'whatever is missing is read again',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a fourth time)',
    choice: 'a payment is shown, and stores its credential, 200 ms later (document 3, part 7.3)',
    requirements: 15,
    became: 'whatever is missing is read again',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a fourth time)',
    choice: 'totalAmount counts the fee that is shown beside it (document 3, part 2.1)',
    requirements: 3,
    became: 'it may count it',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Python (a third time), with oddities',
    choice:
      'members that are not called mandatory are left out, in getCustomerDetails and in items of a history (document 1, parts 2.4 and 2.8)',
    requirements: 13,
    became: 'stays: what is listed and not called optional is promised',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Python (a third time), with oddities',
    choice: 'a mandatory member that is missing has a usual value (document 1, part 4)',
    requirements: 12,
    became: 'stays: it is called mandatory',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Python (a third time), with oddities',
    choice: 'other oddities, each of which fails one requirement (document 1)',
    requirements: 5,
    became: 'not looked into',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'JavaScript (a third time), with oddities',
    choice: 'cards that nobody asks for are deleted after 90 days (document 2, part 1)',
    requirements: 6,
    became: 'stays: a card that was created can be read',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'JavaScript (a third time), with oddities',
    choice:
      'texts of an address are cut, and names written in Latin capitals (document 2, part 2.1)',
    requirements: 9,
    became: 'stays: nothing says that they are changed',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'JavaScript (a third time), with oddities',
    choice: 'some countries of Europe are not served (document 2, part 2.1)',
    requirements: 1,
    became: 'a recommendation',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'JavaScript (a third time), with oddities',
    choice:
      'the same once more within a minute is the same transfer, or the same cardholder (document 2, part 4)',
    requirements: 3,
    became: 'stays: a creation creates',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'JavaScript (a third time), with oddities',
    choice: 'a cardholder is pending for two seconds (document 2, part 2.1)',
    requirements: 4,
    became: 'stays: nothing that is set changes by itself',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'JavaScript (a third time), with oddities',
    choice:
      'more oddities: transfers that are archived after a year, five an hour, keys in any case (document 2)',
    requirements: 11,
    became: 'not looked into',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Python (again), with oddities',
    choice: 'an object paymentFacilitator is read and passed over (document 3, part 2.4)',
    requirements: 9,
    became: 'recommendations: what is mandatory inside binds who sends it',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Python (again), with oddities',
    choice:
      'amounts below 10, and intervals of more than a year, are refused (document 3, parts 2.3 and 4.8)',
    requirements: 14,
    became: 'creations as such are not blamed; that each amount and interval is taken stays',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Python (again), with oddities',
    choice: 'other oddities, each of which fails one requirement (document 3)',
    requirements: 14,
    became: 'not looked into',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Python (a fourth time)',
    choice: 'getCustomerDetails takes fewer characters than registerCustomer (document 1, part 4)',
    requirements: 1,
    became: 'a number that cannot be read alone tells nothing',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Python (a fourth time)',
    choice: 'entityTypeName is null (document 1, part 2.4)',
    requirements: 1,
    became: 'null is taken; a member that is left out still fails',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Python (a third time)',
    choice: 'a create refuses a used orderNumber in words of its own (document 3, part 4.8)',
    requirements: 1,
    became: 'words that name the number pass',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'JavaScript (a fourth time)',
    choice: 'a balance on hold leaves out what is arrested (document 1, part 4)',
    requirements: 1,
    became: 'the first hold tells whether it is that of the back office',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'Python (a fourth time)',
    choice: 'a date-time is in the basic form of ISO 8601 (document 2, part 2.2)',
    requirements: 6,
    became: 'both forms are read',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'Python (a fourth time)',
    choice: 'wrong PIN entries are counted anew when a card is active again (document 2, part 3)',
    requirements: 1,
    became: 'the count stays there or begins anew',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Python (a fifth time)',
    choice: 'an order has a number of more than 53 bits (document 1, part 4)',
    requirements: 0,
    became: 'the doctor called it a wrong setting: it is asked for in all its digits',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a sixth time)',
    choice:
      'the login of an industry practice payment is read as userName, which part 5 has, and not as username (document 3, part 4.5)',
    requirements: 2,
    became: 'which of the two is read is found out',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a sixth time)',
    choice:
      'a plan of no days between charges is refused when its order is paid (document 3, part 2.4)',
    requirements: 1,
    became: 'a plan of 28 days is taken then',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'JavaScript (a fifth time)',
    choice: 'a transfer reaches the other card 1.2 seconds after its answer (document 1, part 4)',
    requirements: 18,
    became: 'how late it is is measured, and waited for',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'JavaScript (a fifth time)',
    choice:
      'a changed limit of a card shows and holds 0.8 seconds after the answer (document 1, part 4)',
    requirements: 24,
    became: 'the same',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'JavaScript (a fifth time)',
    choice: 'a start_date of long ago is refused (document 1, part 4)',
    requirements: 1,
    became: 'judged where an earlier one is accepted',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'Python (a fifth time)',
    choice:
      'any change of the limits of a card forgets what was spent of all of them (document 2, part 2.2)',
    requirements: 1,
    became: 'compared with a card whose own limit was set once more',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Java (again)',
    choice:
      'a subscription stays UNPAID after its last retry, with no nextChargeAt (document 3, part 3.2)',
    requirements: 1,
    became: 'judged by a nextChargeAt that is over',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Java (again)',
    choice:
      'totalAmount is shown of an unpaid order once its payment was tried (document 3, part 2.1)',
    requirements: 1,
    became: 'what is not paid has no money',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Java (again)',
    choice:
      'a card that is stored once is stored with the expiry it was paid with last (document 3, part 2.2)',
    requirements: 1,
    became: 'not judged where several were sent',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Java (again)',
    choice:
      'what is charged an hour ahead is ACTIVE until its paid period is over (document 3, part 4.8)',
    requirements: 1,
    became: 'judged once activeTill is over',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Java (again)',
    choice:
      'an original order notes the orders that followed it among its parameters (document 3, part 4.5)',
    requirements: 2,
    became: 'what was sent is compared alone',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Java (again)',
    choice: 'a paid order goes from orderStatus 1 to 2 after a minute (document 3, part 3.1)',
    requirements: 1,
    became: 'both are paid',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Java (a third time)',
    choice: 'a back office books every two seconds (document 1, part 4)',
    requirements: 2,
    became: 'a full round is waited for',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Java (a third time)',
    choice: 'an account shows a card a moment after it was issued (document 1, part 2.5)',
    requirements: 4,
    became: 'how long is measured, and waited for',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Java (a third time)',
    choice: 'a limit is raised a moment later, and lowered at once (document 1, part 4)',
    requirements: 8,
    became: 'both are measured',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Java (a third time)',
    choice: 'one view writes a description in capitals (document 1, part 2.5)',
    requirements: 1,
    became: 'compared whatever its capitals',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Java (a third time)',
    choice: 'members come in another order each time',
    requirements: 1,
    became: 'compared by their names',
  },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'Java (a third time)',
    choice: 'a token is named anew in each answer (document 1, part 4)',
    requirements: 1,
    became: 'then their number is compared',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'JavaScript (a fourth time)',
    choice:
      'a declined transfer shows a responseCode of its own beside its status (document 2, part 2.4)',
    requirements: 4,
    became: 'document 2 is judged by its status',
  },
  {
    on: '2026-11-30',
    api: 'v2',
    in: 'JavaScript (a fourth time)',
    choice: 'a balance follows a moment after a top-up (document 2, part 3)',
    requirements: 1,
    became: 'also waited for where it is sent in pieces',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Python (a fourth time)',
    choice: 'no more than 120 requests a second, whoever asks (document 3, part 7)',
    requirements: 1,
    became: 'inconclusive where a stranger gets no other answer',
  },
  {
    on: '2026-11-30',
    api: 'gateway and subscriptions',
    in: 'Python (a fourth time)',
    choice: 'ids of orders are the day and a number that is counted up (document 3, part 2.1)',
    requirements: 1,
    became: 'an id near one is not asked for where two neighbours are near each other',
  },
  {
    on: '2026-12-01',
    api: 'v1',
    in: 'JavaScript (a sixth time)',
    choice: 'one of two settings of a card at once is refused for the other (document 1, part 4)',
    requirements: 1,
    became: 'what is refused at once is sent again before what came of both is judged',
  },
  {
    on: '2026-12-01',
    api: 'v1',
    in: 'JavaScript (a sixth time)',
    choice: 'moments are shown with other microseconds each time (document 1, part 2)',
    requirements: 11,
    became: 'moments are compared to the millisecond',
  },
  {
    on: '2026-12-01',
    api: 'v2',
    in: 'Python (a sixth time)',
    choice: 'a transfer costs a fee, shown in euros as a text (document 2, part 2.4)',
    requirements: 16,
    became: 'its member and its unit are learned',
  },
  {
    on: '2026-12-01',
    api: 'v2',
    in: 'Python (a sixth time)',
    choice: 'a connection is reset now and then (document 2, part 7)',
    requirements: 2,
    became: 'a check that lost a request is tried again',
  },
  {
    on: '2026-12-01',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a seventh time)',
    choice: 'lists of subscriptions follow a moment later (document 3, part 4.8)',
    requirements: 21,
    became: 'how long they take is measured, and waited for',
  },
  {
    on: '2026-12-01',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a seventh time)',
    choice: 'a paid order goes from state 1 to 2 a moment later (document 3, parts 2.1 and 3.1)',
    requirements: 3,
    became: 'the second state is waited for where it was seen to follow',
  },
  {
    on: '2026-12-01',
    api: 'gateway and subscriptions',
    in: 'JavaScript (a seventh time)',
    choice: 'FORCE_TDS is for cards that are entered, not for stored ones (document 3, part 4.4)',
    requirements: 1,
    became: 'a recommendation; who forces it in one way does so in every way',
  },
  {
    on: '2026-12-01',
    api: 'v1',
    in: 'Java (a fourth time)',
    choice:
      'debits and transfers are booked at the end of the day, and the balance shows what is booked (document 1, part 2.5)',
    requirements: 14,
    became: 'stays: what an operation answers itself shows at once',
  },
  {
    on: '2026-12-01',
    api: 'v1',
    in: 'Java (a fourth time)',
    choice:
      'an account without movement for a year is dormant until it is credited (document 1, part 4)',
    requirements: 4,
    became: 'stays: no document names such a state',
  },
  {
    on: '2026-12-01',
    api: 'v1',
    in: 'Java (a fourth time)',
    choice: 'an account names its customer by customerNumber (document 1, part 2.5)',
    requirements: 2,
    became: 'either number of the customer is taken',
  },
  {
    on: '2026-12-01',
    api: 'v1',
    in: 'Java (a fourth time)',
    choice:
      'the back office learns a state of the front end at the end of the day (document 1, part 4)',
    requirements: 1,
    became: 'it may show from then on',
  },
  {
    on: '2026-12-01',
    api: 'v2',
    in: 'JavaScript (a fifth time)',
    choice: 'an error of a creation comes with HTTP 200 (document 2, parts 4 and 7)',
    requirements: 81,
    became: 'a 200 that names nothing created tells an error',
  },
  {
    on: '2026-12-01',
    api: 'v2',
    in: 'JavaScript (a fifth time)',
    choice: 'names and e-mail addresses are kept in capitals (document 2, part 2.1)',
    requirements: 11,
    became: 'stays',
  },
  {
    on: '2026-12-01',
    api: 'v2',
    in: 'JavaScript (a fifth time)',
    choice: 'a card is blocked in the night after it expired (document 2, part 3)',
    requirements: 1,
    became: 'stays: no sentence lets a card change its status by itself',
  },
  {
    on: '2026-12-01',
    api: 'v2',
    in: 'JavaScript (a fifth time)',
    choice: 'a wrong PIN entry shows a moment later (document 2, part 2.2)',
    requirements: 2,
    became: 'how long it takes is measured, and waited for',
  },
  {
    on: '2026-12-01',
    api: 'v2',
    in: 'JavaScript (a fifth time)',
    choice:
      'who is to be paid is told another reason of a decline than the payer (document 2, part 2.4)',
    requirements: 2,
    became: 'the reason is compared where the payer sees it',
  },
  {
    on: '2026-12-01',
    api: 'gateway and subscriptions',
    in: 'Python (a fifth time)',
    choice:
      'a changed interval is counted from the day of the initial payment (document 3, part 4.8)',
    requirements: 1,
    became: 'that day is taken, too',
  },
  {
    on: '2026-12-01',
    api: 'gateway and subscriptions',
    in: 'Python (a fifth time)',
    choice: 'orders paid with tii I do not count against the plan (document 3, part 2.4)',
    requirements: 1,
    became: 'a recommendation',
  },
  {
    on: '2026-12-01',
    api: 'v1',
    in: 'JavaScript (a seventh time)',
    choice:
      'members that are not called mandatory are left out, in validateCard and resetPinCounter (document 1, part 4)',
    requirements: 7,
    became: 'stays: what is listed and not called optional is promised',
  },
  {
    on: '2026-12-01',
    api: 'gateway and subscriptions',
    in: 'JavaScript (an eighth time)',
    choice: 'whoever was declined is led to returnUrl (document 3, parts 4.1 and 4.8)',
    requirements: 2,
    became: 'no address is judged there; that it is failUrl is a recommendation',
  },
  {
    on: '2026-12-01',
    api: 'gateway and subscriptions',
    in: 'JavaScript (an eighth time)',
    choice: 'a code stands for the message of the gateway (document 3, part 4.8)',
    requirements: 1,
    became: 'stays: "gateway registration failure with its message"',
  },
];

export function independentServersLines(): string[] {
  const rows = servers.map(({ on, api, in: language, points, readings }) => {
    const blamed = blamedServers.filter(
      (one) => one.on === on && one.api === api && (one.in ?? 'JavaScript') === language,
    );
    return [
      `| ${api} | ${language} | ${on} | ${readings} | ${points} | ${blamed.length} |  |  |`,
      ...blamed.map(
        ({ choice, requirements, became }) =>
          `|  |  |  |  |  | ${choice} | ${requirements} | ${became} |`,
      ),
    ];
  });
  return [
    '| server of | in | on | readings | points in which they differ | blamed in the first run | requirements | what became of it |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.flat(),
  ];
}

export function blindReadingsLines(): string[] {
  const rows = rounds.map(({ on, readings, blamed }, index) => [
    `| ${index + 1} | ${on} | ${readings} | ${blamed.length} |`,
    ...blamed.map(({ choice, became }) => `|  |  | ${choice} | ${became} |`),
  ]);
  return [
    '| round | on | readings | blamed in the first run |',
    '|---|---|---|---|',
    ...rows.flat(),
  ];
}
