-- The answers to earlier questions never change again: apart from the state, they are not written anew with each answer
-- to the present one. Programs of before must have stopped: they would take a state without them for the whole.
alter table game add column past_answers json not null default '[]';

update game
set
  past_answers = ((state::jsonb -> 'answers') - -1)::json,
  state = jsonb_set(state::jsonb, '{answers}', jsonb_build_array(state::jsonb -> 'answers' -> -1))::json
where json_array_length(state -> 'answers') > 1;
