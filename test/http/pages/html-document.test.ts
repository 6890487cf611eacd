import { expect, test } from 'bun:test'
import { withFacts, withProblem, withTitle } from '../../../src/http/pages/html-document.ts'

const BUILT =
  '<head><meta name="claros-mode" content=""><meta name="claros-version" content="" />' +
  '<meta name="claros-play-money" content="" /><title>Claros</title></head><div id="app"></div>'
const FACTS = { mode: 'live', version: '1', playMoney: null } as const

test('texts are written as text, whatever they hold', () => {
  const html = withProblem(BUILT, 'A "b" & <c>', ["<script>alert('$&')</script>", 'second'])
  expect(html).toContain('<title>A &quot;b&quot; &amp; &lt;c&gt; · Claros</title>')
  expect(html).toContain('<p>&lt;script&gt;alert(&#39;$&amp;&#39;)&lt;/script&gt;</p><p>second</p>')
  expect(html).toContain('data-problem="&lt;script&gt;alert(&#39;$&amp;&#39;)&lt;/script&gt;\nsecond"')
  expect(html).not.toContain('<script>')
  expect(withTitle(BUILT, '<b>')).toContain('<title>&lt;b&gt;</title>')
  expect(withFacts(BUILT, { ...FACTS, playMoney: 'http://a"><b>' })).toContain('content="http://a&quot;&gt;&lt;b&gt;"')
})

test.each(['mode', 'version', 'play-money'])('a build without the place of %s is refused', (name) => {
  expect(() => withFacts(BUILT.replace(`claros-${name}`, 'other'), FACTS)).toThrow(`claros-${name}`)
})

test('a build without a root or a title is refused', () => {
  expect(() => withProblem(BUILT.replace('id="app"', 'id="root"'), 'a', [])).toThrow('app')
  expect(() => withTitle('<head></head>', 'a')).toThrow('title')
})
