/**
 * For the layouts of pages about one thing, which answer 404 when there is none: a page behind a
 * skeleton has answered 200 by the time it knows. Signed in first, so that nobody else learns what
 * there is.
 */
import { notFound } from 'next/navigation'
import { pageActor } from '@/lib/server/auth/actor'
import { existsCode, existsId } from '@/lib/server/queries/exists'
import { database } from '@/lib/shared/db/client'

export async function checkId(
  what: 'row' | 'run' | 'replay' | 'declaration',
  id: string,
): Promise<void> {
  await pageActor()
  if (!(await existsId(database(), what, id))) notFound()
}

export async function checkCode(
  what: 'rule' | 'flag',
  dataset: string,
  code: string,
): Promise<void> {
  await pageActor()
  if (!(await existsCode(database(), what, dataset, code))) notFound()
}
