import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { wentWell } from '../../fixtures/clients/gateway.ts';
import { listing, notListing } from '../../fixtures/shapes/gateway-outcomes.ts';
import { listOf } from '../../fixtures/worlds/gateway-credentials.ts';
import { isNotOffered, storedCredential } from '../../fixtures/worlds/gateway.ts';

// Document 3, part 2.2: what one merchant stores is no affair of another.

check(
  'gateway.isolation.bindings',
  'lists no stored credential of another merchant',
  async ({ gateway, session, skip }) => {
    const login = session.target.otherMerchant;
    if (login === undefined) {
      return skip('needs a second merchant (OTHER_MERCHANT_USER_NAME, OTHER_MERCHANT_PASSWORD)');
    }
    const other = gateway.as({ login });
    const [credential, order] = await Promise.all([
      storedCredential(gateway),
      other.ask('register.do', anOrder()),
    ]);
    if (isNotOffered(credential)) return skip(credential.missing);
    if (!wentWell(order)) return skip('the second merchant cannot use the gateway');

    const [own, others] = await Promise.all([
      listOf(gateway, credential.clientId, 'C'),
      listOf(other, credential.clientId, 'C'),
    ]);

    expect(own).toShow(listing('gateway.isolation.bindings', credential.bindingId));
    expect(others).toShow(notListing('gateway.isolation.bindings', credential.bindingId));
  },
);
