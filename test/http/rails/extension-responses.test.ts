import { describe, expect, test } from 'bun:test'
import { extensionResponsesOf, readExtensionResponses } from '../../../src/http/rails/extension-responses.ts'
import { base64Json } from '../../support/payer.ts'

const read = (value: unknown) => readExtensionResponses(base64Json(value))

describe('what became of extensions', () => {
  test('is read for each of them', () => {
    expect(
      read({
        bazaar: { status: 'rejected', rejectedReason: 'schema_info_mismatch: /input/method' },
        'payment-identifier': { status: 'success' },
        other: { status: 'processing' },
      }),
    ).toEqual([
      { extension: 'bazaar', status: 'rejected', reason: 'schema_info_mismatch: /input/method' },
      { extension: 'payment-identifier', status: 'success', reason: '' },
      { extension: 'other', status: 'processing', reason: '' },
    ])
  })

  test.each([
    [{ status: 'rejected', rejectedReason: 'a', reason: 'b', code: 'c' }, 'rejected', 'a'],
    [{ status: 'rejected', reason: 'b', code: 'c' }, 'rejected', 'b'],
    [{ status: 'rejected', rejectedReason: '', code: 'c' }, 'rejected', 'c'],
    [{ status: 'accepted' }, 'unknown', ''],
    [{ status: 7, reason: 7 }, 'unknown', ''],
    ['rejected', 'unknown', ''],
    [null, 'unknown', ''],
    [['rejected'], 'unknown', ''],
  ] as const)('%j is %s, %p', (said, status, reason) => {
    expect(read({ bazaar: said })).toEqual([{ extension: 'bazaar', status, reason }])
  })

  test('is one line of a log, of bearable length', () => {
    const [found] = read({
      'bazaar\n{"level":"error"}': { status: 'rejected', reason: `a\r\n\tb\u2028c\u001b[31m${'x'.repeat(5_000)}` },
    })
    expect(found!.extension).toBe('bazaar {"level":"error"}')
    expect(found!.reason).toStartWith('a b c [31mxxx')
    expect(found!.reason).toHaveLength(200)
    const echoed = `0x${'Ab'.repeat(65)}`
    expect(read({ bazaar: { status: 'rejected', reason: `bad signature ${echoed}` } })[0]!.reason).toBe(
      'bad signature 0x…',
    )
    expect(read({ ['n'.repeat(5_000)]: {} })[0]!.extension).toHaveLength(64)
    expect(read(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`e${at}`, {}])))).toHaveLength(16)
  })

  test.each([
    ['', 'empty'],
    ['{"bazaar":{"status":"success"}}', 'plain JSON'],
    ['not base64!', 'no base64'],
    [Buffer.from('{"bazaar":').toString('base64'), 'half'],
    [Buffer.from([0xff, 0xfe, 0x7b]).toString('base64'), 'no UTF-8'],
    [base64Json(['bazaar']), 'a list'],
    [base64Json('bazaar'), 'a text'],
    [base64Json(null), 'null'],
  ])('%p, %s, is nothing', (header) => {
    expect(readExtensionResponses(header)).toEqual([])
  })

  test('is nothing without the header, and where it is too long', () => {
    expect(readExtensionResponses(null)).toEqual([])
    expect(read({ bazaar: { reason: 'x'.repeat(10_000) } })).toEqual([])
  })

  test('is read alike where a client has decoded it', () => {
    expect(extensionResponsesOf({ bazaar: { status: 'success' } })).toEqual(read({ bazaar: { status: 'success' } }))
    for (const nothing of [undefined, null, [], 'bazaar', 7]) expect(extensionResponsesOf(nothing)).toEqual([])
  })

  test('is read in the alphabet of addresses too', () => {
    const text = JSON.stringify({ bazaar: { status: 'rejected', reason: '???>>>' } })
    expect(readExtensionResponses(Buffer.from(text).toString('base64url'))).toEqual([
      { extension: 'bazaar', status: 'rejected', reason: '???>>>' },
    ])
  })
})
