import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';

// Document 3, part 4.1: the languages that register.do supports.

const languages = [
  'en',
  'el',
  'ro',
  'bg',
  'pt',
  'sw',
  'hu',
  'it',
  'pl',
  'de',
  'fr',
  'kh',
  'cn',
  'es',
  'ka',
  'da',
  'et',
  'fi',
  'lt',
  'lv',
  'nl',
  'sv',
] as const;

for (const language of languages) {
  check(
    `gateway.register.language-${language}`,
    `registers an order in the language ${language}`,
    async ({ gateway }) => {
      const answer = await gateway.ask('register.do', anOrder({ language }));

      expect(answer).toGoWell();
    },
  );
}
