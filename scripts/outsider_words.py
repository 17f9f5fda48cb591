"""The words and operators of the specification that scripts/outsiders.py tells apart, and what becomes of them."""

# Calls that tell what happened, or that bound and name what is explored: no steps.
TELLS = {"tell", "tell_step", "break_lifetime", "come_by", "at_place", "foresee_load", "declare_state", "use_again",
         "touch", "static_assert"}
TELLING_METHODS = {"site", "observe", "reach_bound", "assume", "interrupt_point"}
# Functions that lay out, name or look up, and are no steps either.
NO_STEPS = {"at", "has", "name", "place_name", "place_number", "at_place", "foresee_load", "use_again", "touch",
            "break_lifetime", "tell_step", "is_plain", "operator", "to_text"}
DECLARES = {"const", "constexpr", "static", "using", "typedef", "typename", "auto", "struct", "enum", "template"}
ASSIGNS = {"=", "+=", "-=", "|=", "&=", "^=", "<<=", ">>=", "%=", "*=", "/="}
STORES = {"store", "write_once", "local_set", "smp_store_release", "atomic_set"}
WEAKER = {"smp_store_release": ["write_once"], "smp_load_acquire": ["read_once"], "smp_mb": ["smp_wmb", "smp_rmb"]}

# An operator: the name of its wrapper, and what it becomes.
OPERATORS = {
    "+": ("Plus", ["-", "its left operand"]), "-": ("Minus", ["+", "its left operand"]),
    "*": ("Times", ["its left operand"]), "/": ("Over", ["its left operand"]),
    "%": ("Modulo", ["its left operand"]), "&": ("And", ["|", "its left operand"]),
    "|": ("Or", ["&", "its left operand"]), "<<": ("Left", ["its left operand"]),
    ">>": ("Right", ["its left operand"]), "<": ("Less", ["<="]), "<=": ("LessEqual", ["<"]),
    ">": ("Greater", [">="]), ">=": ("GreaterEqual", [">"]), "==": ("Equal", ["!="]), "!=": ("NotEqual", ["=="]),
}
OUT = "::ringcheck::outsider::"
