"""What a game of somebody else imports of the kernel, by the name of the package (``rules/README.md``).

A name that is here stays here, wherever the module behind it goes. Nothing of ours imports this.
"""

from pbem_rules.kernel import derived as derived
from pbem_rules.kernel import ground as ground
from pbem_rules.kernel.board import Board as Board
from pbem_rules.kernel.board import Piece as Piece
from pbem_rules.kernel.charts import Band as Band
from pbem_rules.kernel.charts import Bands as Bands
from pbem_rules.kernel.charts import Column as Column
from pbem_rules.kernel.charts import Odds as Odds
from pbem_rules.kernel.charts import Span as Span
from pbem_rules.kernel.charts import die_table as die_table
from pbem_rules.kernel.control import exerted as exerted
from pbem_rules.kernel.edges import Edges as Edges
from pbem_rules.kernel.hexes import Grid as Grid
from pbem_rules.kernel.hexes import hexes_of_side as hexes_of_side
from pbem_rules.kernel.hexes import side_name as side_name
from pbem_rules.kernel.layout import Layout as Layout
from pbem_rules.kernel.layout import Sheet as Sheet
from pbem_rules.kernel.paths import Reach as Reach
from pbem_rules.kernel.paths import flood as flood
from pbem_rules.kernel.paths import reach as reach
from pbem_rules.kernel.supply import Lines as Lines
from pbem_rules.kernel.supply import flooded as flooded
from pbem_rules.kernel.supply import shut as shut
from pbem_rules.kernel.tables import LABEL_WORDS as LABEL_WORDS
from pbem_rules.kernel.tables import PROVENANCES as PROVENANCES
from pbem_rules.kernel.tables import At as At
from pbem_rules.kernel.tables import Cited as Cited
from pbem_rules.kernel.tables import OneOf as OneOf
from pbem_rules.kernel.tables import ReadBy as ReadBy
from pbem_rules.kernel.tables import Table as Table
from pbem_rules.kernel.tables import Within as Within
from pbem_rules.kernel.tables import files_of as files_of
from pbem_rules.kernel.tables import into as into
from pbem_rules.kernel.tables import part as part
from pbem_rules.kernel.tables import root as root
from pbem_rules.kernel.tables import typed_by as typed_by
from pbem_rules.kernel.tables import wrong as wrong
