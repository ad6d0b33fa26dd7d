/** A signed-in player as `current_user` returns it. */
export const MIRA = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'mira@example.com',
  display_name: 'Mira Holt',
  show_on_leaderboard: true,
  is_premium: false,
  plan: 'starter',
  role: 'player',
  created_at: 1,
}

/** The call for the current user, and an answer to it: Mira. */
export const CURRENT_USER = 'POST /services/user/api/auth/current_user'
export const SIGNED_IN = { [CURRENT_USER]: { status: 200, body: { data: MIRA } } }
