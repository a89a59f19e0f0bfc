"""Who is asked and told what, and when: letters, reminders, reports; what is not answered."""
