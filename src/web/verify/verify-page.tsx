import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { KEYS_PATH } from '../../canonical/key-document.ts'
import type { PinnedVerification } from '../../canonical/pinned-answer.ts'
import { Checks } from '../parts/checks.tsx'
import { Failure } from '../parts/failure.tsx'
import { isKey, pinKey, pinnedKey } from './pinned-key.ts'
import {
  MOST_LETTERS,
  readPasted,
  readServiceKeys,
  type ServiceKeys,
  TOO_LONG,
  type Verifier,
  verifierOf,
} from './verify-answer.ts'

type Outcome = { readonly found: PinnedVerification } | { readonly fault: string } | null

const judge = (verifier: Verifier, text: string, key: string, keys: ServiceKeys | null): Outcome => {
  if (text.trim() === '') return null
  // Whether a pinned key has ended is not known before.
  if (key !== '' && keys === null) return null
  if (key !== '' && !isKey(key))
    return { fault: 'The pinned key is none: 64 hex digits (Ed25519), or 66 that begin with 02 or 03 (secp256k1).' }
  const read = readPasted(text)
  return 'fault' in read ? read : { found: verifier(read.body, key === '' ? null : key, keys ?? 'unread') }
}

const Caution = () => (
  <div class="notice mild section">
    <strong>A page cannot vouch for its own server.</strong>
    <p class="muted">
      Whoever serves this page could serve another one. Who needs certainty verifies with{' '}
      <code>claros verify answer.json --key HEX</code> and a key that was pinned before. The keys are published at{' '}
      <a href={KEYS_PATH}>{KEYS_PATH}</a>.
    </p>
  </div>
)

const Replaced = ({ by }: { readonly by: string }) => (
  <div class="notice mild section-tight" role="note">
    <strong>The pinned key was replaced.</strong>
    <p class="muted">
      Its chain holds the key of this answer, but whoever has stolen the pinned one could have made that chain. The
      newest key of it is <code class="breaks">{by}</code>. If that is the service’s, pin it in place of the old one.
    </p>
  </div>
)

/** With a pinned key: what the service says of its keys, which an open page may have read long ago. */
const KeysRead = ({
  keys,
  isReading,
  again,
}: {
  readonly keys: ServiceKeys | null
  readonly isReading: boolean
  readonly again: () => void
}) => (
  <p class="muted small">
    {keys === null
      ? 'Reading the key documents of this service … '
      : keys === 'unread'
        ? 'The key documents of this service could not be read: no other key than the pinned one is followed, and whether that one has ended is not known. '
        : 'Another key than the pinned one is followed by the key documents of this service. '}
    <button type="button" onClick={again} disabled={isReading}>
      Read them again
    </button>
  </p>
)

/** `/verify`: an answer is checked here, by the same code as the command line has. Nothing is sent. */
export const VerifyPage = () => {
  const [verifier, setVerifier] = useState<Verifier | null>(null)
  const [text, setText] = useState('')
  const [trouble, setTrouble] = useState('')
  const [key, setKey] = useState(pinnedKey)
  const [isKept, setKept] = useState(pinnedKey() !== '')
  const [keys, setKeys] = useState<ServiceKeys | null>(null)
  const [isReading, setReading] = useState(false)
  const readKeys = (): void => {
    setReading(true)
    void readServiceKeys().then((read) => {
      // What was read before is as good as it was.
      setKeys((before) => (read === 'unread' && before !== null ? before : read))
      setReading(false)
    })
  }
  useEffect(() => {
    void verifierOf().then((made) => setVerifier(() => made))
    readKeys()
  }, [])
  // At once: whoever ticks it and leaves the page has done both.
  useLayoutEffect(() => pinKey(isKept && isKey(key) ? key : ''), [key, isKept])
  const outcome = useMemo(() => (verifier ? judge(verifier, text, key, keys) : null), [verifier, text, key, keys])
  const openFile = async (file: File | undefined) => {
    if (!file) return
    setText('')
    setTrouble(file.size > MOST_LETTERS ? TOO_LONG : '')
    if (file.size <= MOST_LETTERS) setText(await file.text())
  }
  return (
    <>
      <h1>Verify an answer</h1>
      <p class="lead">
        Paste the body of a paid answer. It is checked in this browser: nothing is sent, and it works without a network.
      </p>
      <div class="verify section-tight">
        <div class="stack">
          <label class="field">
            <span>Answer, JSON</span>
            <textarea
              spellcheck={false}
              value={text}
              placeholder={'{"domain":"BTCUSD","price":"97012.30", …'}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </label>
          <div class="row">
            <label class="button file">
              Open a file
              <input
                type="file"
                class="hidden"
                accept="application/json,.json"
                onChange={({ currentTarget }) => void openFile(currentTarget.files?.[0])}
              />
            </label>
            <button type="button" onClick={() => setText('')} disabled={text === ''}>
              Clear
            </button>
            <span class="muted small" role="status">
              {verifier && keys ? 'Ready: everything is loaded.' : 'Loading the layouts of all answers …'}
            </span>
          </div>
          <label class="field">
            <span>Pinned key, hex (may be left out: then the signature is checked by the key inside the answer)</span>
            <input
              type="text"
              class="mono"
              spellcheck={false}
              autocomplete="off"
              value={key}
              onInput={({ currentTarget }) => setKey(currentTarget.value.trim().toLowerCase())}
            />
          </label>
          {key !== '' && <KeysRead keys={keys} isReading={isReading} again={readKeys} />}
          <label class="check">
            <input type="checkbox" checked={isKept} onChange={({ currentTarget }) => setKept(currentTarget.checked)} />
            Remember the key in this browser
          </label>
        </div>
        <div class="outcome">
          {outcome === null && trouble !== '' ? (
            <Failure what="It could not be read." why={trouble} />
          ) : outcome === null ? (
            <p class="muted sheet">The checks stand here as soon as there is an answer.</p>
          ) : 'fault' in outcome ? (
            <Failure what="It could not be read." why={outcome.fault} />
          ) : (
            <>
              <Checks found={outcome.found} right="The answer is whole and signed." wrong="Do not trust this answer." />
              {outcome.found.successor !== undefined && <Replaced by={outcome.found.successor} />}
            </>
          )}
        </div>
      </div>
      <Caution />
    </>
  )
}
