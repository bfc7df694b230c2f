-- What does not play, told apart: 'unknown', coded in a way that nothing here knows; 'protected', opened by a key alone.
alter table media drop constraint media_playback_check;
alter table media add constraint media_playback_check
  check (playback in ('processing', 'ready', 'failed', 'unavailable', 'unknown', 'protected'));
