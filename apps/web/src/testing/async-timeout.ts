import { configure } from '@testing-library/react'

// Lazy screens are transformed on first import, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 60_000 })
