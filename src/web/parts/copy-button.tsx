import { useState } from 'preact/hooks'

/** Puts a text on the clipboard, and says so. */
export const CopyButton = ({ text, what }: { readonly text: string; readonly what: string }) => {
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      setSaid('Not allowed here: select and copy')
    }
    setTimeout(() => setSaid(''), 2000)
  }
  return (
    <button type="button" class="small-button" onClick={() => void copy()}>
      <span role="status">{said || `Copy ${what}`}</span>
    </button>
  )
}
