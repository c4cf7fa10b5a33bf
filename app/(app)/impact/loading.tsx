import { Skeleton } from '@/components/skeleton'

export default function Loading() {
  return <Skeleton figures={3} lines={20} />
}
