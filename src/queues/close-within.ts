/**
 * Closes a part of BullMQ, and waits for that no longer than this. While Redis is away `close` may never end; while its
 * connection is being made anew `close` rejects, and there is nothing to be closed.
 */
export const closeWithin = async (part: { close(): Promise<unknown> }, ms: number): Promise<void> => {
  await Promise.race([part.close().catch(() => {}), Bun.sleep(ms)])
}
