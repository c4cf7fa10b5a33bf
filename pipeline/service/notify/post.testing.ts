/** Receivers that are gone after the test. */
import { onTestFinished } from 'vitest'
import { startHook, startMailbox } from './receivers.testing'

export async function openMailbox(...given: Parameters<typeof startMailbox>) {
  const box = await startMailbox(...given)
  onTestFinished(() => box.close())
  return box
}

export async function openHook(...given: Parameters<typeof startHook>) {
  const hook = await startHook(...given)
  onTestFinished(() => hook.close())
  return hook
}
