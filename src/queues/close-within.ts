interface Part {
  close(): Promise<unknown>
  readonly opts: { readonly connection?: unknown }
}

/** A client that was made for this part alone (`connection.ts`): BullMQ leaves open what it has not made itself. */
const clientOf = ({ opts: { connection } }: Part): { disconnect(): void } | null =>
  typeof connection === 'object' && connection !== null && 'isCluster' in connection && 'disconnect' in connection
    ? (connection as { disconnect(): void })
    : null

/**
 * Closes a part of BullMQ, and waits for that no longer than this. While Redis is away `close` may never end; while its
 * connection is being made anew `close` rejects, and there is nothing to be closed.
 */
export const closeWithin = async (part: Part, ms: number): Promise<void> => {
  await Promise.race([part.close().catch(() => {}), Bun.sleep(ms)])
  clientOf(part)?.disconnect()
}
