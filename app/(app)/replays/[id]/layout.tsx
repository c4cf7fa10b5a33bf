import type { ReactNode } from 'react'
import { checkId } from '../../exists'

interface Props {
  children: ReactNode
  params: Promise<{ id: string }>
}

export default async function ReplayLayout({ children, params }: Props) {
  await checkId('replay', (await params).id)
  return children
}
