"""What the function is told."""


def name_of(person):
    return person.get("first", "world")
