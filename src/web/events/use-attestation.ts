import { useEffect, useState } from 'preact/hooks'
import type { AttestationRead } from '../wire/events.ts'
import { getJson } from '../wire/get-json.ts'

const EVERY_MS = 3_000

/** The attestation of an event, as soon as there is one. It is final, so it is asked for no more then. */
export const useAttestation = (id: string | null): AttestationRead | null => {
  const [attested, setAttested] = useState<AttestationRead | null>(null)
  useEffect(() => {
    if (id === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const ended = new AbortController()
    const ask = async () => {
      try {
        setAttested(await getJson<AttestationRead>(`/dlc/oracle/attestations/${id}`, { signal: ended.signal }))
      } catch {
        // Not attested yet, or the network is away: both end by asking again.
        if (!ended.signal.aborted) timer = setTimeout(() => void ask(), EVERY_MS)
      }
    }
    void ask()
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [id])
  return attested
}
