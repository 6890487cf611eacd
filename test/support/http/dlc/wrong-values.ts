import type { Dice } from '../../dlc/random.ts'

/** Values for the fields of create bodies: good ones, and wrong ones with the one rule that each breaks. */

export type Wrong = readonly [value: unknown, rule: string]
export type Good = (random: Dice) => unknown
export type Spoil = (random: Dice) => Wrong

/** JSON text has numbers that no serializer writes: `@1e999@` stands for one, see `jsonText`. */
const BEYOND = ['@1e999@', '@1e400@'] as const

export const jsonText = (value: unknown): string => JSON.stringify(value).replaceAll(/"@(-?\de\d+)@"/g, '$1')

const SAMPLES: readonly unknown[] = [
  true,
  false,
  0,
  7,
  -1.5,
  1e21,
  'x',
  '7',
  'true',
  '',
  [],
  ['x'],
  [[[]]],
  {},
  { a: 1 },
]
const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

export const notA =
  (...types: readonly string[]): Spoil =>
  (random) => [random.pick(SAMPLES.filter((sample) => !types.includes(typeOf(sample)))), 'wrong_type']

const oneOf =
  (...ways: readonly Spoil[]): Spoil =>
  (random) =>
    random.pick(ways)(random)

const always =
  (rule: string, values: readonly unknown[]): Spoil =>
  (random) => [random.pick(values), rule]

export const HALF_A_PAIR: Spoil = always('malformed_text', ['\ud800', 'a\udfff', '\udc00\ud800', '🙂\ud83d'])
export const BLANK: Spoil = always('empty', ['', ' ', '\t\n', '\u00a0\u2003', '\u2028'])

/** Code points of the NFC form are counted: `e` with an accent of its own is one, an emoji is one. */
const LETTERS = ['x', 'é', 'e\u0301', '東', '🙂'] as const

export const goodText =
  (max: number): Good =>
  (random) =>
    random.pick([`L${random.text(20)}`, 'e\u0301'.repeat(max), random.pick(LETTERS).repeat(random.integer(1, max))])

const tooLongText =
  (max: number): Spoil =>
  (random) => [random.pick(LETTERS).repeat(max + random.pick([1, 2, 50])), 'too_long']

export const wrongText = (max: number): Spoil => oneOf(notA('string'), HALF_A_PAIR, BLANK, tooLongText(max))
/** Where an empty text is a text. */
export const wrongUnit = (max: number): Spoil => oneOf(notA('string'), HALF_A_PAIR, tooLongText(max))
export const wrongFlag: Spoil = notA('boolean')

const NO_INTEGER: Spoil = oneOf(notA('number'), always('wrong_type', [2.5, -0.5, 1e300, 2 ** 53, ...BEYOND]))

export const wrongInteger = (min: number, max: number): Spoil =>
  oneOf(
    NO_INTEGER,
    (random) => [min - random.pick([1, 2, 1000]), 'too_small'],
    (random) => [max + random.pick([1, 2, 100_000]), 'too_large'],
  )

export const wrongMoment = (earliest: number, latest: number): Spoil =>
  oneOf(
    NO_INTEGER,
    (random) => [random.pick([earliest - 1, earliest - random.integer(1, 1000), 0, -earliest]), 'too_soon'],
    (random) => [random.pick([latest + 1, latest + random.integer(1, 1000), latest * 1000]), 'too_late'],
  )

const TOO_MANY_DIGITS = [1e200, 1e41, 5e-324, 1.5e-50] as const

export const wrongNumber: Spoil = oneOf(
  notA('number'),
  always('wrong_type', BEYOND),
  always('too_long', [...TOO_MANY_DIGITS, -1e200]),
)
export const wrongPositive: Spoil = oneOf(
  notA('number'),
  always('wrong_type', BEYOND),
  always('too_long', TOO_MANY_DIGITS),
  always('not_positive', [0, -0, -1, -0.001, -1e300, '@-1e999@']),
)
export const goodPositive: Good = (random) =>
  random.pick([1, 0.1, 1e-7, 80000.5, 1e20, 5e-30, random.integer(1, 10 ** 9), random.integer(1, 10 ** 9) / 1000])

export const wrongChoice =
  (...wrong: readonly string[]): Spoil =>
  (random) => [random.pick([...SAMPLES, ...wrong, 'constructor', '__proto__']), 'unknown_value']

export const goodUrl: Good = (random) =>
  random.pick([
    'https://hooks.example.com/a?b=c%20d',
    'https://hooks.example.com:8443',
    'HTTPS://HOOKS.EXAMPLE.COM:443/',
    'https://bücher.example/@x',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]:8443/',
    `https://hooks.example.com/${'a'.repeat(random.integer(0, 2000))}`,
  ])

/** The last ones read well, and are found out by the module that would make the call. */
const NOT_ALLOWED = [
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'data:text/plain,yes',
  'javascript:1',
  'https://user:secret@hooks.example.com/',
  'https://user@hooks.example.com/',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:6379/',
  'https://hooks.example.com/#here',
  'https://localhost/',
  'https://printer.local:8443/',
  'https://10.0.0.1/',
  'https://0x7f.1/',
  'https://[::ffff:169.254.169.254]/',
  'https://@hooks.example.com/',
  'https:hooks.example.com',
] as const

const noAddress = (own: string): Spoil =>
  oneOf(
    notA('string'),
    always('url_not_allowed', NOT_ALLOWED),
    always('url_not_allowed', NOT_ALLOWED),
    always('url_unreadable', [
      'hooks.example.com',
      '//hooks.example.com/',
      '',
      ' https://hooks.example.com/',
      'https://',
    ]),
    always('url_unreadable', [
      'https://hooks.example.com/\nX: 1',
      'https://[::1',
      'https://1.2.3.4.5/',
      'btcusd',
      '🙂',
    ]),
    (random) => [`https://hooks.example.com/${'a'.repeat(random.integer(2023, 4000))}`, 'too_long'],
    always('own_address', [`https://${own}/`, `https://${own.toUpperCase()}:443/x`, `https://${own}./oracle/price`]),
  )

export const wrongUrl = (own: string): Spoil =>
  oneOf(noAddress(own), always('own_address', [`https://${own}/oracle/price/btc/usd`]))

/** Of this service only the price paths of pairs that events may name. */
export const wrongSource = (own: string): Spoil =>
  oneOf(
    noAddress(own),
    always('own_address', ['/', '/oracle/price/eur/usd', '/oracle/price/btc/usd/preview', '/oracle/price/btc/usd?x=1']),
    always('own_address', [`https://${own}/oracle/price/btc/usd/preview`, `https://${own}/oracle/price/eth/usd/vwap`]),
  )

export const goodSource =
  (own: string): Good =>
  (random) =>
    random.chance(0.3)
      ? goodUrl(random)
      : random.pick([
          'BTCUSD',
          'BTCEURVWAP',
          'XAUJPY',
          '/oracle/price/btc/usd',
          '/Oracle/Price/BTC/eur/VWAP',
          `https://${own}/oracle/price/sol/jpy`,
          `https://${own}:443/oracle/price/DOGE/usd`,
        ])
