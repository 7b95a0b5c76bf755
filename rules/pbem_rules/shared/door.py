"""What a game of somebody else imports of what games share, by the name of the package (``rules/README.md``).

A name that is here stays here, wherever the module behind it goes. Nothing of ours imports this.
"""

from pbem_rules.shared import layers as layers
from pbem_rules.shared import map_displays as map_displays
from pbem_rules.shared import positions as positions
from pbem_rules.shared import standing as standing
from pbem_rules.shared import straight as straight
from pbem_rules.shared import ways as ways
from pbem_rules.shared.chance import ANYTHING as ANYTHING
from pbem_rules.shared.chance import Label as Label
from pbem_rules.shared.game import Game as Game
from pbem_rules.shared.modifiers import Throw as Throw
from pbem_rules.shared.modifiers import reasons as reasons
from pbem_rules.shared.orders import AnyKind as AnyKind
from pbem_rules.shared.orders import Kind as Kind
from pbem_rules.shared.orders import broken as broken
from pbem_rules.shared.parts import Parts as Parts
from pbem_rules.shared.parts import ShownLayer as ShownLayer
from pbem_rules.shared.picture import HexMap as HexMap
from pbem_rules.shared.picture import arrows as arrows
from pbem_rules.shared.picture import division_band as division_band
from pbem_rules.shared.picture import results as results
from pbem_rules.shared.picture import spot as spot
from pbem_rules.shared.play import BoardPlay as BoardPlay
from pbem_rules.shared.play import Play as Play
from pbem_rules.shared.printed import Printed as Printed
from pbem_rules.shared.provenance import Labels as Labels
from pbem_rules.shared.provenance import Sources as Sources
from pbem_rules.shared.provenance import Value as Value
from pbem_rules.shared.provenance import told as told
from pbem_rules.shared.provenance import values as values
from pbem_rules.shared.sequence import Phase as Phase
from pbem_rules.shared.sequence import Procedure as Procedure
from pbem_rules.shared.sequence import Sequence as Sequence
from pbem_rules.shared.sequence import still as still
from pbem_rules.shared.standing import Standing as Standing
from pbem_rules.shared.view import Position as Position
from pbem_rules.shared.view import View as View
from pbem_rules.shared.writing import Writing as Writing
