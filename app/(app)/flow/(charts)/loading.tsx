import { Skeleton } from '@/components/skeleton'

export default function Loading() {
  return <Skeleton figures={6} lines={10} />
}
