export const invitationsRules = {};
