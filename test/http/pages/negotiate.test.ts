import { describe, expect, test } from 'bun:test'
import { prefersHtml } from '../../../src/http/pages/negotiate.ts'

describe('a client that wants HTML', () => {
  test.each([
    // Chromium, Firefox and Safari.
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'TEXT/HTML',
    'text/html;level=1',
    'application/json;q=0.5, text/html;q=0.6',
    'application/json;q=0, */*',
    'text/*, */*;q=0.1',
    '  text/html ; q=1.000 , */* ; q=0.9',
  ])('%s', (accept) => expect(prefersHtml(accept)).toBe(true))
})

describe('everybody else', () => {
  test.each([
    null,
    '',
    '*/*',
    'application/json',
    'application/json, text/html',
    'application/json, */*',
    'text/html;q=0.5, application/json;q=0.5',
    'text/html;q=0.5, application/json',
    'text/html;q=0',
    'text/html;q=0, */*;q=0.1',
    'application/*, text/html;q=0.9',
    'text/plain',
    'html',
    // Weights that are none are nobody's.
    'text/html;q=2',
    'text/html;q=0.1234',
    'text/html;q=',
    'text/html;q=1, application/json'.repeat(100),
    `text/html,${'image/x,'.repeat(200)}`,
    // The narrowest range counts, whatever the others say.
    'text/html;q=0.1, text/*;q=1, application/json;q=0.2',
  ])('%s', (accept) => expect(prefersHtml(accept)).toBe(false))
})
