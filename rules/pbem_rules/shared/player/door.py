"""What a game of somebody else imports of the player at the computer, by the name of the package (``rules/README.md``).

A name that is here stays here, wherever the module behind it goes. Nothing of ours imports this.
"""

from pbem_rules.shared.player import attacks as attacks
from pbem_rules.shared.player import distances as distances
from pbem_rules.shared.player import divisions as divisions
from pbem_rules.shared.player import moves as moves
from pbem_rules.shared.player import reasons as reasons
from pbem_rules.shared.player import sectors as sectors
from pbem_rules.shared.player.game import FAR as FAR
from pbem_rules.shared.player.game import GUNS as GUNS
from pbem_rules.shared.player.game import LINE as LINE
from pbem_rules.shared.player.game import STAFF as STAFF
from pbem_rules.shared.player.game import Aim as Aim
from pbem_rules.shared.player.game import Field as Field
from pbem_rules.shared.player.game import Fight as Fight
from pbem_rules.shared.player.game import Piece as Piece
from pbem_rules.shared.player.game import Plan as Plan
from pbem_rules.shared.player.game import Scene as Scene
from pbem_rules.shared.player.game import strength as strength
from pbem_rules.shared.player.intentions import intentions as intentions
from pbem_rules.shared.player.order_choice import Decision as Decision
from pbem_rules.shared.player.order_choice import Desk as Desk
from pbem_rules.shared.player.order_choice import Player as Player
from pbem_rules.shared.player.order_choice import always as always
from pbem_rules.shared.player.order_choice import cheapest as cheapest
from pbem_rules.shared.player.order_choice import chosen as chosen
from pbem_rules.shared.player.order_choice import first as first
