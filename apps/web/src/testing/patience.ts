import { configure } from '@testing-library/react'

// Screens come in chunks that are made when first asked for, on a machine that may be busy: wait long, fail by what is seen.
configure({ asyncUtilTimeout: 15_000 })
