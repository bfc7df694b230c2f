-- Decision 105: a person may go to the identity provider to keep their seat.
alter table identity_flows drop constraint identity_flows_purpose_check,
  add constraint identity_flows_purpose_check check (purpose in ('sign-in', 'link', 'keep'));
