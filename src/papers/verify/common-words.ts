/**
 * Ordinary words of English, by what they can claim: made by `tools/common-words.mjs` of WordNet 3.1, of which the
 * file NOTICE has the licence. Long because it is data.
 */

/** Ground forms, in small letters and in order, with white space between them; a word may be in several lists. */
export const commonWords = {
  /** Things, places, times and acts by their names. */
  things: `
  aa aardvark aba abaca abacus abalone abamp abampere abandonment abatement abatis abattis abattoir abaya abbey
  abcoulomb abdomen abdominal abduction abfarad abhenry abiogenesis ablactation ablution abode abohm abolition
  aborticide abortifacient abortion abradant abrader abrasive abreaction abruption abscission absenteeism absinthe
  absorbate absorbent absorber absorptance abstractionism abuse abutment abvolt abwatt abyss acacia academia
  academicianship academy acantha acaracide acaricide accelerometer acceptor accession accessory acclimation
  acclimatisation acclimatization accommodation accompaniment accomplishment accordion accouchement accountancy
  accouterment accoutrement accreditation accretion accroides acculturation ace acebutolol acetal acetaldehyde
  acetaldol acetamide acetaminophen acetanilid acetanilide acetate acetin acetone acetophenetidin acetphenetidin
  acetum acetyl acetylation acetylcholine acetylene achievement acidification acidophilus acorn acquittal acre
  acrolein acropolis acrylamide acrylate acrylic acrylonitrile actin actinide actinium actinoid actinolite
  actinometer actinomycin actinon activator activewear actomyosin actualization actuator acumen acupressure
  acupuncture acyclovir acyl acylation acylglycerol adamant adaption adaptor addend adduct ade adenine adenoid
  adenosine adermin adesite adherence adhesive adit adjournment adjudication adjunct adjuvant administration
  admiralty ado adobe adolescence adoption adornment adrenal adrenaline adrenergic adrenosterone adsorbate adsorbent
  adsorption adulterant adulterator adultery adulthood advection advent adventure advocacy adz adze aegis aeration
  aerator aerobiosis aerodrome aerofoil aerogenerator aeroplane aerosol aerospace affectation afferent affinity
  affront afghan afghani aflatoxin afterbirth afterburner aftercare afterdamp afterdeck aftereffect afterglow
  afterlife aftermath aftershock agal agamogenesis agapanthus agar agate agateware ageism agency agenesia agenesis
  agglomerate agglomeration agglomerator agglutination agglutinin agglutinogen aglet agora agribusiness agua aiglet
  aigret aigrette aiguilette aikido ail aileron airbrake airbrush airbus aircrew airdock airdrome airfare airfield
  airflow airfoil airframe airgun airlift airline airliner airlock airmailer airplane airscrew airship airspace
  airspeed airstream airstrip airway aisle akee ala alabaster alanine alar alb albacore albite albumen albumin
  albuminoid albuterol alcahest alcapton alcazar alchemy alcohol alcove aldehyde alder aldohexose aldol aldose
  aldosterone ale alehouse alembic alendronate aleurone alexandrite alfalfa algae algin algometer alidad alidade
  alimony aliquant aliquot alizarin alizarine alkahest alkali alkaliser alkalizer alkaloid alkane alkapton alkene
  alkyl alkylbenzene alkyne allegiance allegro allemande allergen alleviant alley alleyway allies alligator
  alloantibody allograft allomorph allopurinol allotment allotrope allotropism allotropy allspice alluviation
  alluvion ally allyl almandine almandite alms aloe alp alpaca alpenstock alprazolam altar altarpiece altazimuth
  alteration alternator althea altimeter alum alumina aluminate aluminium aluminum alundum alveolus amalgam
  amalgamation amaretto amaryllis ambassadorship ambergris amble amblygonite ambo ambrosia ambulance ambulatory
  ambuscade ambush amelogenesis amenities americium amethopterin amethyst amide amidopyrine amine aminoalkane
  aminobenzine aminomethane aminopherase aminophylline aminoplast aminopyrine aminotransferase amiodarone amitosis
  amitriptyline ammeter ammine ammo ammonia ammoniac ammonification ammonium ammunition amniocentesis amobarbital
  amoeba amortization amoxicillin amp amperage amphetamine amphibian amphibole amphibolite amphimixis amphitheater
  amphitheatre amphora amphotericin ampicillin amplification ampoule ampul ampule amrinone amulet amygdala amygdalin
  amygdaloid amyl amylase amyloid amylolysis amylum anabolism anachronism anaconda anaesthetic anaglyph anaglyphy
  analeptic analgesic analyser analyzer anamorphism anamorphosis anaphase anastalsis anastigmat anastomosis anatoxin
  ancestry anchovy andante andesite andiron andradite andrena androgen androgenesis androgeny andromeda androsterone
  anemometer anemone aneroid anesthetic anesthyl aneurin angelfish angelica angelique angelus angiocardiogram
  angiogenesis angiogram angiography angioplasty angioscope angiotensin angiotonin angledozer angstrom angularity
  angulation anhydride ani anil aniline animalization anime anion anionic anise anisogamy ankle anklet ankus anna
  annelid annex annexation annexe annihilation anniversary annuity annulet annulus annum annunciator anode anodyne
  anopheline anorak anorthite anovulant anovulation antacid ante anteater antechamber antefix antelope anterior
  anteroom anthelminthic anthelmintic anthesis anthill anthophyllite anthracite anthropogenesis anthropogeny
  anthropophagy antiacid antiaircraft antiarrhythmic antibacterial antibiotic antic anticatalyst anticholinergic
  anticlimax anticoagulant anticoagulation anticonvulsant antidepressant antidiabetic antidiarrheal antidiuretic
  antidote antiemetic antiepileptic antiflatulent antifreeze antifungal antigen antihistamine antihypertensive
  antiknock antimacassar antimalarial antimatter antimetabolite antimicrobial antimicrobic antimony antimycin
  antimycotic antineoplastic antioxidant antipasto antiperspirant antipodal antiprotozoal antipruritic antipsychotic
  antipyretic antiquity antiredeposition antiseptic antiserum antispasmodic antisyphilitic antithesis antitoxin
  antitrade antitussive antivenene antivenin antiviral antler anuran anvil anxiolytic aorta apadana apatite ape
  aperient aperitif aperture apex aphaeresis aphanite apheresis aphesis aphid aphrodisiac apiary apishamore aplite
  apocalypse apoenzyme apogamy apogee apomixis apomorphine apoptosis apparel appeasement appendage appendectomy
  appendicle appetiser appetizer applejack applicability applicator applique appointment apprenticeship appropriation
  appurtenance apricot apron apse apsis aqualung aquamarine aquaplane aquarium aquatint aquavit aqueduct arachnid
  arachnoid aragonite araroba arbalest arbalist arbitrage arbor arboretum arbour arcade arcdegree archdiocese archery
  archil archine archipelago architrave archosaurian archway arcminute arcsecond arctic ardeb areaway areola argent
  argentine argentite argil argillite arginine argon argonon argosy argyle argyll argyrodite arista aristocracy ark
  arles armada armadillo armament armature armchair armet armful armguard armhole armilla armlet armoire armor armour
  armpit armrest army aroid aromatherapy arousal arpent arquebus arras arrest arrester arroba arrowhead arrowroot
  arroyo arsenal arsenate arsenic arsenical arsenide arsenopyrite arsine arson artemisia arteriogram arteriole artery
  arthrogram arthroscope artichoke artifice artillery artiodactyl arugula asafetida asafoetida asbestos ascension
  ascent ascot asdic ash ashbin ashcan ashlar ashram ashtray asp asparaginase asparagine asparagus aspen asper
  aspergill aspersorium asphalt asphodel asphyxiator aspic aspirator aspirin assagai assault assegai assemblage
  assibilation assignation assist assistance assortment astatine aster asterism astrakhan astringent astrodome
  astrolabe asylum asymptote asynchrony atar ataractic atavism atelier atenolol athanor athar atherodyde athodyd atm
  atmometer atoll atomiser atomizer atonement atorvastatin atrazine atrium atropine attack attainment attar
  attendance attenuator attic attire attrition auberge aubergine audiocassette audiogram audiometer audiotape
  audiovisual auditorium augend auger aught augite augury aureole auriscope aurora auroscope austenite austral
  authorities auto autoantibody autobahn autobus autocatalysis autoclave autocue autofluorescence autofocus
  autogenesis autogeny autogiro autogyro autoinjector autoloader autolysis automat automobile autopsy autoradiograph
  autoradiography autoregulation autostrada autotype autotypy auxesis auxin avalanche avarice aventail aventurine
  aviary aviation avo avocado avocation avoidance avoirdupois award awl ax axe axerophthol axletree azadirachtin
  azalea azathioprine azide azimuth azithromycin azoimide azote aztreonam azurite baa baba babbitt babel baboon
  babushka baccarat baccy bachelorhood bacitracin backband backbench backbend backboard backcloth backdrop backfield
  backfire backgammon backhand backhoe backlash backlighting backlog backpack backplate backrest backroom backsaw
  backside backspace backspacer backspin backstage backstay backstitch backstroke backsword backwash backwater
  backwoods backyard bacon bacteriacide bactericide bacteriolysis bacteriostasis bacteriostat bacteroid baddeleyite
  badlands badminton baffle baffled bagasse bagel bagful baggage bagnio bagpipe baguette baht bail bailiwick baisa
  baiza baize bakehouse bakeshop baklava baksheesh balaclava balalaika balas balboa balbriggan balcony baldachin
  baldric baldrick bale baleen balk ballast ballcock balldress ballet ballista ballpark ballpen ballpoint ballroom
  balm balmoral balsa balsam baluster balustrade bam bamboo bandage bandana bandanna bandbox bandeau bandelet
  bandelette banderilla bandicoot bandlet bandoleer bandolier bandoneon bandsaw bandstand bang banger bangle bangtail
  banister banjo bankbook banknote bankroll banner bannock banquet banquette bantam banyan baobab bap baptism
  baptistery baptistry barbacan barbarism barbecue barbell barbeque barbershop barbette barbican barbital barbitone
  barbiturate barbwire bareboat barf barge bargello barite barium barm barn barnacle barndoor barnful barnyard
  barograph barometer barong barony baroque baroreceptor barouche barque barrack barracuda barrelful barrelhouse
  barren barrette barretter barricade barrio barroom barrow barrowful barter barye baryta barytes basalt bascule
  baseball baseboard basement basil basilica basinet basinful basketball basketful basset bassinet bassoon bast baste
  bastille bastinado bastion bastnaesite bastnasite basuco bathe bathhouse batholite batholith bathometer bathrobe
  bathroom bathtub bathymeter bathyscape bathyscaph bathyscaphe bathysphere batik batiste baton batrachian battalion
  batten battle battledore battlefield battlefront battleground battlement battleship battlesight battlewagon batwing
  baud bauxite bawdyhouse bay bayberry bayonet bayou bazaar bazar bazillion bazooka bbl bdellium beachball beachfront
  beachhead beachwear beadwork beagle beak beaker beanbag beaner beanie beano beanstalk beany bearcat bearskin
  beautification beaver bedbug bedchamber bedclothes bedcover bedframe bedground bedpan bedpost bedrock bedroll
  bedroom bedside bedsit bedsitter bedspread bedspring bedstead bedtime beebread beech beechwood beef beefcake
  beefsteak beehive beeline beep beeper beeswax beet beetle beetroot begonia belay belch belfry belladonna bellflower
  bellpull belly bellyband bellybutton beltway beluga belvedere bema ben bender benediction beneficiation benjamin
  bennet benny bentonite bentwood benzene benzine benzoate benzocaine benzodiazepine benzofuran benzoin benzol
  benzoquinone benzyl benzylpenicillin bequest beret berg bergamot berkelium berlin berm berretta berth beryl
  beryllium besom best bestowal bet betaine betatron bethel betrayal betterment bevatron bevel beverage bevy bezel
  bezique bhang bialy bib bicarbonate bicentenary bicentennial biceps bichloride bichromate bicorn bicorne bicuspid
  biddy bidet bier biff bifurcation biggin bighorn bight bijou bikini bile bilge bilirubin billboard billfold
  billhook billionth billow billy billyo billyoh billystick bilocation bimetal binder bindery binful binge bingo
  binnacle bioarm biocatalyst biochip bioelectricity bioflavinoid biogenesis bioluminescence biomass bioscope
  biosphere biosynthesis biotin biotite bioweapon biped biplane biprism biquadrate biquadratic birch birchbark
  birdbath birdcage birdfeeder birdhouse birdie birdlime birdseed birefringence biretta birr birretta birthday
  birthplace biscuit bise bishopry bismuth bison bisque bister bistre bistro bitartrate bitchery biteplate bitewing
  bitmap bitstock bitt bittersweet bitthead bitumastic bitumen bivouac biz bize blackball blackberry blackbird
  blackboard blackdamp blackface blackhead blackjack blackmail blackout blacktop blackwood bladder blanc blancmange
  blare blast blastoff blastogenesis blaze blazer blazon blazonry bleat bleb bleep blende blender blinder blindfold
  bling blini blink blinker blintz blip blitz blitzkrieg blizzard bloc blockade blockbuster blockhouse bloodbath
  bloodhound bloodletting bloodline bloodmobile bloodroot bloodshed bloodstone bloodstream bloodsucker bloom bloomer
  blooper blossom blotter blouse blow blowback blower blowfish blowgun blowhole blowlamp blowout blowpipe blowtorch
  blowtube blowup blubber bludgeon blueberry bluebird bluebottle bluefin bluefish bluegrass bluestone bluff blunder
  blunderbuss boa boar boardinghouse boardroom boardwalk boater boathouse boatload boatyard bob bobber bobbin bobble
  bobbysock bobcat bobfloat bobsled bobsleigh bobtail bobwhite bocce bock bod bodega bodice bodkin bodybuilding
  bodywork bog bogy bohemia bohrium boiler boilersuit bola bole bolide bolivar bolivia boliviano boll bollard bollock
  bolo bologna bologram bolograph bolometer bolster bolus bomb bombard bombardon bombazine bomber bombie bomblet
  bombproof bombsight bonanza bonbon bond bonemeal boner boneshaker bonfire bong bongo bonito bonnet bonsai boodle
  bookbindery bookcase bookend bookkeeping bookmark bookmarker bookmobile bookshelf bookshop bookstall bookstore boom
  boomerang boondocks boondoggle bootee booth boothose bootie bootjack bootlace bootleg booty booze bop borate borax
  bordelaise bordello borderline boreas borer bornite boron borosilicate borough borsch borscht borstal borzoi bot
  bota botanical botany botch bother bottlebrush bottlecap bottleful bottomland botulin botulismotoxin boucle boudoir
  bouffant bougainvillea bough bouillabaisse bouillon boulder boule boulevard boulle bounty bouquet bourdon
  bourgeoisie bourne bout boutique boutonniere bovid bovine bowel bower bowery bowknot bowlder bowlful bowline
  bowsprit bowstring bowtie boxcar boxershorts boxful boycott boyhood boysenberry bps bra brace bracelet bracer
  brachiopod brachium bracken bradawl brae braid brail brainchild brainpan brainstem brainwave bramble bran
  branchiopod branchiopodan brandy brant brasier brass brassard brasserie brassie brassiere brattice bratwurst brawl
  bray brazier brazil breach breadbasket breadboard breadbox breadfruit breadline breakable breakage breakaway
  breakdown breakout breakup breakwater breast breastbone breastpin breastplate breaststroke breastwork breathalyser
  breathalyzer breather breccia breech breechblock breechcloth breechclout breeches breechloader breed brent brethren
  brewery brewpub briar bribe bribery brickfield brickkiln bricklaying brickwork brickyard bricole bridal bridgehead
  bridgework bridle bridoon briefcase brier brig brigade brigandine brigantine brill brilliantine brim brimstone
  brine brink briny brioche briquet briquette brisance brisket bristle britches britt broach broadax broadaxe
  broadcloth broadloom broadsword broadtail brocade broccoli brochette brogan brogue broil broiler brokerage brolly
  bromeosin bromide bromine bromoform bronc bronchiole bronchodilator bronchoscope bronchus bronco brontosaurus
  brooch brood brooder broody brook broom broomstick broth brothel brotherhood brougham brouhaha brow brownstone
  browse brucine bruin brunch brushwood bubblejet bubbler bubbly buck buckboard bucketful buckeye buckle buckler
  buckram bucksaw buckshot buckskin bucktooth buckwheat buckyball bud buffalo buffet buffoonery buggery buggy bugle
  buhl buildup bulge bulgur bulkhead bulldog bulldozer bullet bullethead bullfight bullfrog bullhorn bullion bullnose
  bullock bullpen bullring bullshot bulwark bumblebee bumboat bumper bun buna bunch bunco bung bungalow bungee bungle
  bunk bunker bunko bunt buntal bur burdock bureau bureaucracy buret burette burg burgh burglary burgundy burial
  burin burka burl burlap burner burnoose burnous burnouse burp burqa burr burrito burro burrow bursa burster burthen
  busbar busby bushel business businessmen buskin busload buspirone bust bustard bustier bustle busywork butacaine
  butadiene butane butanol butanone butat butchery butene buteonine butt butte buttercup butterfat buttermilk
  butternut butterscotch buttery buttock buttonhole buttonhook buttress butut butyl butylene butyrin buyout buzz
  buzzard buzzer bygone bypath byproduct byre byrnie byroad byway cab cabal cabana cabaret cabasset cabbage caber
  cabin cabinet cabinetwork cabochon caboodle caboose cabriolet cabstand cackle cacodyl cacophony cactus cadaverine
  caddy cadmium cadre caecilian caenogenesis caesarean caesarian caesium cafe cafeteria caffein caffeine caftan cage
  cagoule cainogenesis cairngorm caisson cakewalk calabash calamari calamine calamity calash calcedony calceus
  calciferol calcification calcimine calcination calcite calcium calculus caldera caldron calean caleche calender
  calfskin caliche calico californium caliper calk calkin calla calliper calomel calorie calorimeter calpac calpack
  calumet calvary calx calypso cam camail camber cambric camcorder camel camelhair camellia cameo camion camise
  camisole camlet camo campana campanile campfire campground camphor campion campsite campstool campus camshaft canal
  canasta canavanine cancan cancellation candela candelabra candelabrum candidacy candlelight candlepin candlesnuffer
  candlestick candlewick candy cane canfield canful cangue canid canine canister canna cannabin cannabis cannelloni
  cannery cannibalism cannikin cannister cannon cannonball cannula canoe canopy cantaloupe canteen canter cantilever
  cantle canton cantonment canyon canyonside caoutchouc capacitance capacitor caparison cape caper capful capillarity
  capillary capitalism capitol capon capote cappuccino capsaicin capstan capsule captopril capuchin caput carabao
  carabiner carack carafe caramel carangid carapace carat caravan caravansary caravanserai caraway carbamate
  carbamide carbide carbine carbohydrate carbomycin carbonado carbonate carbonation carboniferous carbonisation
  carbonization carbonyl carborundum carboxyl carboy carbuncle carburetor carburettor carcass carcinogen cardamom
  cardboard cardcase cardcastle cardhouse cardigan cardinality cardiograph cardioid cardroom care careen career
  careerism caress carfare carful caribe caribou caries carillon carina carload carminative carnage carnallite
  carnation carnelian carnival carnivore carnotite carob caroche carom carotene carotenoid carotin carouse carousel
  carp carpal carpentry carpetbag carport carrack carrageenan carrageenin carrefour carrell carriage carriageway
  carrion carrousel carryall carrycot cartel cartilage cartload cartography carton cartonful cartouch cartouche
  cartridge cartroad cartwheel carvedilol caryatid casbah cascabel cascara caseful casein casement casern casework
  cash cashbox cashew cashmere casino cask casket caskful caspase casque casquet casquetel cassava casserole cassette
  cassie cassino cassiterite cassock castanets castle castor castration catabiosis catabolism cataclysm catacomb
  catafalque catalase catalpa catamaran catamenia cataphoresis cataphract cataplasm catapult catastrophe catbird
  catboat catchall catechin catecholamine catena catenary catfish catgut catharsis cathartic cathedra cathedral
  catheter cathode catholicon cathouse catkin catling catnap catnip catsup cattie cattleship catty catwalk caucus
  cauldron cauliflower caulk causality causation causeway caustic cauterant cautery cautious cavalcade cavalry cavern
  cavetto caviar caviare cavity caw cay cayenne cayman cc cecum cedar cedi cefadroxil cefoperazone cefotaxime
  ceftazidime ceftriaxone cefuroxime ceilidh celebration celecoxib celery celesta celestite cellar cellaret cellblock
  cello cellophane cellphone cellulite celluloid cellulose cellulosic cembalo cement cementite cemetery cenogenesis
  cenotaph censer censorship cental centare centas centavo centenary centennial centerboard centerfield centerline
  centesimo centiliter centilitre centime centimo centipede centner centralization centreboard centrex centrifugation
  centrifuge centrum cephalexin cephaloglycin cephalopod cephaloridine cephalosporin cephalothin cerate ceratin
  cereal cerebellum cerebrum cerecloth cerement ceremonial ceremony ceresin cerium cerivastatin certification cerumen
  ceruse cerussite cervix cesarean cesarian cesium cessation cesspit cesspool cetacean cetrimide cf cgs chabasite
  chabazite chad chadar chaddar chador chaff chainsaw chairlift chairmanship chaise chalcanthite chalcedony
  chalcocite chalcopyrite chaldron chalet chalice chalkboard chalkpit chalkstone challah challis chalybite chamberpot
  chambray chamfer chamfron chammy chamois chamomile chamosite champagne champaign chancel chancellery chancery
  chandelier chandelle chandlery chanfron changeover chanter chaparral chapeau chapel chapiter chaplet chapterhouse
  char charabanc charcoal charcuterie charger chariot charity charlotte charnel charterhouse chartreuse chase chasm
  chasse chassis chastisement chastity chasuble chateau chattel chatterbox chaw cheat checkbook checkerboard
  checkmate checkrein checkroom checkup cheddar cheek cheekbone cheekpiece cheep cheeseboard cheeseburger cheesecake
  cheesecloth cheetah chelate chelation chelonian chemise chemisorption chemosorption chemosynthesis chemotherapy
  chenille cheque chequebook chequer cheroot chert chervil chessboard chessman chest chestnut chetrum chiaroscuro
  chicanery chicha chick chickadee chickenfeed chicle chicory chiffon chiffonier chigger chignon childbearing
  childbirth childcare childhood chile chili chiliad chiller chilli chilly chime chimney chimneypiece chimneypot
  chimneystack chimp chimpanzee chin china chinaware chinchilla chine chino chinoiserie chinook chinquapin chintz
  chipboard chipmunk chiropractic chirp chisel chitin chitlins chiton chitterlings chlorambucil chloramine
  chloramphenicol chlorate chlordiazepoxide chlorhexidine chloride chlorination chlorine chlorinity chlorite
  chlorobenzene chloroform chlorophyll chloropicrin chloroprene chloroquine chlorothiazide chlorpromazine
  chlorpyrifos chlorthalidone choc chock chocolate choir choke chokedamp chokepoint chokey choky cholecalciferol
  cholesterin cholesterol choline cholinesterase chomp chon chondrin chophouse chopine chopper chopstick chordate
  chordophone chore choreography chorizo chorus chou chow chowder chrism chrisom chromate chromatogram chromatography
  chromite chromogen chromophore chromosome chronograph chronology chronometer chronoscope chrysalis chrysanthemum
  chrysarobin chrysoberyl chrysolite chrysoprase chrysotile chub chuddar chug chukker chunnel churchyard churidars
  churn chute chutney chylomicron chyme chymosin cicada cicero cider ciderpress cigar cigaret cigarette cigarillo
  cilantro ciliate cilium cimetidine cinch cinchonine cincture cinder cinematography cinerarium cinnabar cinnamene
  cinnamon cinque ciprofloxacin circlet circuitry circumcision circus cirque cirrus cisco cistern cisterna citadel
  cither cithern citizenry citole citrate citrin citrine citron citrulline citrus cittern civet civies civilisation
  civilization civvies cl clack cladogram clam clambake clamber clamor clamshell clan clangor clank clapboard
  clapperboard clarence clarinet clarion claro clary clash clasp classic classroom classwork clatter clavichord
  clavicle clavier claw clawhammer claxon claymore claystone clayware cleaner cleanser cleanup clearstory clearway
  cleat cleaver cleft clementine clench clepsydra clerestory clergy clerkship clevis clew clientele cliffhanger
  climax climber clinch clingfilm clink clinker clinometer clipper clique clit clitoridectomy clitoris cloaca cloak
  cloakroom clobber cloche clockwork clod clodhopper clofibrate clog cloisonne cloister clomiphene clomipramine
  clonidine clop closet closeup closure clot clothesbrush clotheshorse clothesline clothespin clothespress cloudburst
  clove clover cloverleaf clozapine club clubhead clubhouse clubroom cluck clump clunch clunk clutch clutches
  coagulant coagulase coagulation coagulator coal coalbin coalescence coalhole coalition coalpit coaming coarctation
  coastguard coastline coatdress coatee coatrack coatroom coattail coax cob cobalamin cobalt cobaltite cobble
  cobblestone cobra cobweb coca cocain cocaine cocarboxylase coccyx cochineal cockade cockatoo cocker cockerel
  cockfight cockhorse cockle cockleshell cockloft cockpit cockroach cocktail cockup cocoa cocoanut coconut cocoon
  codeine codfish codification codon codpiece coelostat coenzyme coercion cofactor coffeecake coffeehouse coffeepot
  coffer cofferdam coffin cogwheel coho cohosh coif coiffure coign coigne coinage coitus coke col cola colander
  colchicine coldcream cole coleslaw coliseum collaboration collage collagen collagenase collar collarbone collateral
  collation collectable collectible college collet collider collie colliery collimator collodion colloid collyrium
  cologne colonialism colonic colonization colonnade colonoscope colonoscopy colophon colophony colorimeter colostomy
  colt coltan colter columbarium columbary columbine columbite columbium columbo columella combat combo combustible
  combustion comedown comet comeuppance comfit commemoration commemorative commencement commensal commerce
  commercialism commercialization commissariat commissary commission committal committee commode commonality
  commonwealth commune communion communism commutation commutator commuter companionway compass compensation
  competition compost compote compressor concavity concentrate conceptualization concertina conch conclave concoction
  concomitant concord concourse concretion concussion condensate condenser condiment conditioner condo condom
  condominium condor conductance conduit condyle cone coney confect confection confectionary confederacy conference
  confessional confetti conflagration confluence confluent conformation conge congealment congee congelation congener
  congeneric conger congius conglobation conglomerate conglomeration conglutination congo congregation congress conic
  conima conk connecter connexion conoid conquest conscription conservancy conservation conservatoire conservatory
  consignment consolidation consortium conspecific constabulary constantan constituency constituent constitutional
  constriction constrictor consulate consummation containerful containership contaminant contemplation contemporaries
  continent contingency contingent continuance continuum conto contortion contraband contrabass contrabassoon
  contraception contraceptive contraction contradiction contradictory contrafagotto contraption contravention
  contretemps contrivance convalescence convector convent converter convertible convertor convocation convoy coo
  cooker cookery cookfire cookhouse cookout cookstove cookware coolant coonhound coonskin coop cooperation
  cooperative coot cooter cootie copaiba copal copaline copalite cope copeck copier copolymer copperhead copperware
  copra copulation copyholder coquille coracle corbel corbiestep cord cordage cordial cordierite cordite cordoba
  cordon cordovan corduroy cordwood corer coriander cork corkboard corkscrew cormorant cornbread corncob corncrib
  cornea cornelian cornet cornfield cornflour cornflower cornice cornmeal cornstarch corollary corona coronal
  coronation coronet corp corposant corpuscle corral corrasion corrective corrida corrie corrosive corrugation
  corsage corselet corset corslet cortex corticoid corticosteroid corticosterone corticotropin cortina cortisol
  cortisone corundom corundum corvette cosecant cosh cosine cosmetic cosmetology cosmos cosmotron costa costume cosy
  cot cote coterie cothromboplastin cotillion cottage cottonmouth cottontail cottonwood cotyledon couchette cougar
  coulisse coulomb coulter coumarone council countdown counterattack counterbalance counterbore counterespionage
  counterfeit counterglow counterinsurgency counterintelligence counterirritant countermeasure countermove
  counteroffensive counterpane counterpoise counterpoison countershot countersink counterstain countertop
  counterweight countinghouse countryside county coup coupe coupler couplet court courtesy courthouse courtroom
  courtyard couscous couture cove coven coverall coverlet covert covey cowbarn cowbell cowcatcher cowhide cowhouse
  cowl cowlick cowpie cowrie cowshed cowskin cox coyote cozy cps crab crabapple crabgrass crabmeat crackdown cracker
  crackle crackleware cradle craft crag crampon crampoon cran cranberry craniometer craniotomy cranium crankcase
  crankshaft cranny crapper crateful cravat craw crawdad crawfish crawlspace crayon creak cream creamer creamery
  crease creatin creatine creche credenza creek creel creeper creese cremation crematorium crematory crenation
  crenature crenel crenelation crenellation crenelle creosol creosote crepe crescent cresol crest cretaceous cretonne
  crevasse crevice crewelwork crewet crib cribbage cricket crime crimp cringle crinkle crinoid crinoline cristal
  cristobalite crit crith critter croaker crochet crock crockery crocket crocodile crocolite crocus croft croissant
  cromlech cromorne crookedness croquet crore crossbar crossbeam crossbench crossbow crosscut crosse crossjack
  crossover crosspiece crossroad crosstie crosswalk crossway crosswind crotch crotchet croton crouch crouton crowbait
  crowbar crowberry crownwork crucible crucifix crucifixion crud crudites cruelty cruet cruise cruiser cruller crumb
  crumhorn crumpet crunch crupper crusade cruse crusher crust crustacean crutch crux cryocautery cryogen cryolite
  cryometer cryoscope cryostat crypt crystallisation crystallite crystallization cubby cubbyhole cubicle cubism cubit
  cubitiere cuboid cucumber cudbear cuddle cuddy cudgel cuff cufflink cuirass cuisine cuisse cul culdoscope cullender
  cullis culmination culotte cult cultivation culverin culvert cum cumarone cumin cummerbund cumulus cuneus
  cunnilingus cupcake cupel cupful cupola cuppa cuprite cupronickel cur curare curative curb curbside curbstone curet
  curette curfew curie curio curium curl curler curlicue currant currycomb curtilage cushion cusp cuspidation
  cuspidor custard customhouse customshouse cutaway cutback cuticle cutin cutlas cutlery cutlet cutout cuttlefish
  cutwork cwm cwt cyanamid cyanamide cyanide cyanite cyanocobalamin cyanogen cyanohydrin cyanuramide cyberart
  cybercafe cyberspace cyclobenzaprine cyclohexanol cycloid cyclooxygenase cyclopropane cyclorama cycloserine
  cyclosis cyclostyle cyclotron cylinder cylix cyma cymatium cymbal cymene cymograph cypher cypress cyprinid
  cyproheptadine cysteine cystine cytidine cytochrome cytogenesis cytogeny cytokine cytokinesis cytokinin cytolysin
  cytolysis cytophotometer cytoplasm cytosine cytotoxicity cytotoxin dab dace dacha dachshund dacite dadaism dado
  daffodil dag dagger daggerboard daguerreotype dahlia dainty daiquiri dairy dais daishiki daisy dak dal dalasi dale
  dalliance damar damask daminozide dammar damourite dampener damper dandelion dander daphne dapsone daraf darkroom
  darmstadtium darnel dart dartboard darter dashiki dasymeter dateline daub davenport davit dawn daybed daybook
  daybreak daycare daylight daytime deactivation deadbolt deadlight deadwood deaf dealership dealignment deamination
  deaminization deanery deathbed deathtrap deathwatch debacle debarkation debauch debauchery debit debridement debris
  debut dec decaf decagon decagram decahedron decal decalcification decalcomania decalescence decaliter decalitre
  decameter decametre decanter decapitation decarboxylase decarboxylation decathlon decentalisation decentralization
  decigram deciliter decilitre decimation decimeter decimetre deckle declarative decline declinometer declivity deco
  decoagulant decoction decolletage decompression decongestant decontamination decor decoration decoupage decryption
  deductible deedbox deerskin deerstalker defeat defecation defection defence defense deference deferment
  defibrillator defilade defile deflagration deflation deflector defoliant defoliation defroster degeneration
  degradation dehiscence dehumanization dehumidifier dehydroretinol deicer dekagram dekaliter dekalitre dekameter
  dekametre delavirdine delf delft deli delicatessen delicious delinquency deliverable deliverance dell deltoid
  deluge demagnetisation demagnetization demantoid demarcation demerara demijohn demimonde demise demister demitasse
  demodulator demolition demoralization demotion demulcent den denaturant denazification denier denim denomination
  denouement densimeter densitometer densitometry dent dentifrice dentin dentine dentition denture deodorant
  deodourant deossification deoxyadenosine deoxycytidine deoxyephedrine deoxyguanosine deoxyribose deoxythymidine
  depilator depilatory depletion depolarisation depolarization deportation depositary deposition depository depot
  depreciation depredation depressant depressor deputation derailment derby deregulation derma dermatoglyphic
  dermatome dermis derrick derriere derringer derris derv desalination desalinisation desalinization desecration
  desensitisation desensitization desertification desertion desiccant desipramine desorption desquamation
  dessertspoon dessertspoonful dessiatine destalinisation destalinization destiny destroyer detent detente detonation
  detonator detox detriment detrition detritus detumescence deuterium devilfish devilment devise devolution
  devotional dew dewdrop dexamethasone dextrin dextroglucose dextrose dg dhoti dhow diacetylmorphine diadem diaglyph
  diakinesis dialysis dialyzer diamagnet diamagnetism diamante diamine diamond diamondback diapason diapedesis diaper
  diaphone diaphoresis diaphoretic diaphragm diastrophism diatom diatomite diazepam diazonium diazoxide dibber dibble
  dibucaine dice dicer dichloride dichloromethane dichondra dichotomy dichroism dichromate dickey dickie dicky
  dicloxacillin dicoumarol dictatorship dicumarol didanosine diddley diddly diddlyshit diddlysquat dideoxycytosine
  dideoxyinosine dielectric dielectrolysis diestock dietary diethylstilbestrol difficulty diffraction diffuser
  diffusor diflunisal digenesis digester digestive digitalin digitalis digitalization digitiser digitizer digitoxin
  digoxin dilater dildo dill diltiazem diluent dilutant dime dimenhydrinate dimer dimethylglyoxime diminution dimity
  dimmer dimorphism dimple din dinar dinero dinette dinghy dingle dingo dink dinkey dinky dinner dinnertime
  dinnerware dinosaur dint diocese diol diopter dioptre diorama diorite dioxide dioxin diphenhydramine diplotene
  dipole dipper dipstick diptych directorate directorship dirham dirigible dirk dirndl disaccharidase disaccharide
  disappearance disarmament disassembly disbarment disbursement discontinuance discotheque discount discounter
  discrimination discus disembowelment disenfranchisement disengagement dishcloth dishful dishpan dishrag dishtowel
  dishware dishwasher dishwashing dishwater disinfectant disinfection disinflation diskette dislocation dismemberment
  dismissal dismount disobedience dispensary dispensation dispenser dispersal dispersion disposable dispossession
  disproportion dissection disservice dissimilation dissipation dissociation dissolvent dissolver distension distich
  distillate distillery distillment distortion district disulfiram diuretic divan dive diversification diversion
  dividend divisor divorce divorcement divot divvy dixie dkg dkl dkm dl dobbin dobra dobson dockside dockyard
  dodecagon dodecahedron doe doeskin dogcart dogfight dogfish doggie doggy doghouse dogie dogleg dogsled dogwood
  doily dol dole dollhouse dollop dolly dolman dolmen dolomite dolphin dome domestication domicile domiciliation
  domination dominoes donation dong dongle donjon donut doob doodad doodle doodlebug doohickey doojigger doom
  doomsday doorbell doorcase doorframe doorhandle doorjamb doorknob doorknocker doorlock doornail doorplate doorpost
  doorsill doorstep doorstop doorstopper doorway dooryard dopa dopamine dope doppelzentner dorm dormer dormitory
  dormouse dory dosage dosemeter dosimeter dossal dossel dosshouse dotage dottle doubleheader doubler doublet
  doubleton doubletree doubloon douche doughnut dove dovecote dovetail dowel downcast downdraft downer downfall
  downhill downpour downshift downstage downtime downtown downturn dowry doxazosin doxepin doxorubicin doxycycline
  doyley doyly doze dozer drachm drachma dragnet dragonfly drainage drainboard drainpipe drainplug dramatization
  drape drapery draught drawbar drawbridge drawknife drawnwork drawshave drawstring dray dreadnaught dreadnought
  dredge dredger dreg dresser dressmaking drey drib dribble driblet drier driftwood drinkable drip dripstone
  driveshaft driveway drizzle drome dromedary dronabinol droop dropkick droplet dropper droshky drosky drosophila
  dross drowse drudgery drugget drugstore drumbeat drumhead drumlin drumstick drydock dryer drygoods drywall duad
  duality dubbin dubnium ducat duchy duckboard duckling duckpin duct dudeen duel duet duff duffel duffle dugout
  dulciana dulcimer dumbbell dumbwaiter dumdum dumpcart dumper dumpling dun dune dung dungaree dungeon dunk duo
  duodecimal duodenum duomo duplication duplicator dura durbar durian dusk dustbin dustcart dustcloth duster dustmop
  dustpan dustpanful dustrag duvet dyad dyestuff dyewood dynamite dynamo dynamometer dynasty dyne dysprosium eager
  eardrop eardrum earflap earlap earlobe earmuff earnest earnings earphone earpiece earplug earshot earthenware
  earthwork earthworm earwax earwig easel easter easterly eastward eatable eatery eaves ebb ebonite eburnation
  ecclesiasticism ecdysis ecesis echidna echinus echocardiograph echogram echolocation eclair eclipsis ecliptic
  ectoplasm ectozoan edelweiss edifice eel effacement effervescence effigy effleurage effluence effluent effluvium
  efflux eggbeater eggcup eggnog eggplant eggshell eggwhisk egis egress eiderdown eighteenth eighter eighties
  einsteinium ejaculate ejection el elaboration elastance elastase elastin elastomer elbow elderberry elderly
  elective electorate electrocardiograph electrocution electrograph electrolysis electrolyte electrolytic
  electromagnet electromagnetism electrometer electromyograph electromyography electrophoresis electrophorus
  electroplate electroscope electroshock electrum elephant elevated elevator eliminator elision elite elixir elk ell
  ellipse ellipsoid elm elmwood elopement eluate elution elves em emanation emancipation embankment embarkation
  embassy ember embezzlement emblem embolectomy embolism embouchure embrace embrasure embrocation emerald emergence
  emery emesis emetic emf emigration emitter emmenagogue emmet emollient empennage empire emplacement emporium
  empowerment empyrean emu emulsifier emulsion en enactment enalapril enamel enamelware enamine enantiomer
  enantiomorph encainide encampment encaustic enchilada encirclement enclave enclosure encore encroachment
  encrustation endearment endeavor endeavour endgame endive endocrine endogeny endonuclease endorphin endoscope
  endoscopy endotoxin endozoan enema enemy enflurane enforcement engagement enginery enhancement enkephalin
  enlargement enlarger enlistment ennead enol enrichment enrollment enrolment entablature entanglement entasis
  enterokinase enterotoxin enterprise entertainment enthronement entire entombment entourage entozoan entrails
  entrance entranceway entrant entrapment entree entrenchment entresol entryway enuresis eolith eolithic eon eosin
  epaulet epaulette epauliere epee epergne epha ephah ephedrine ephemeral epicenter epicentre epicondyle epicycle
  epicycloid epidermis epidiascope epigenesis epiglottis epilation epilator epinephrine epiphany epiphenomenon
  epiphysis episode episome epistasis epitaxy epitope epizoan eponymy epoxy equaliser equalization equalizer equator
  equatorial equilateral equine equinoctial equinox equipage equipoise equity era eradication eraser erbium erg
  ergocalciferol ergometer ergonovine ergosterol ergotamine erica ermine ern erotica errand eruption erythrite
  erythrocytolysin erythrolysin erythromycin erythropoiesis erythropoietin escadrille escalade escalation escallop
  escapade escapement escapism escargot escarp escarpment escheat escritoire escrow escudo escutcheon esmolol
  esophagoscope esophagus espadrille espalier espionage esplanade espresso essonite estaminet estate estazolam ester
  estradiol estriol estrogen estrone eta etagere etamin etamine etanercept etcetera eternity ethanal ethanamide
  ethane ethanediol ethanoate ethanol ethchlorvynol ethene ether ethmoid ethosuximide ethoxyethane ethyl ethylene
  ethyne etiology etna etodolac etui eucalyptus eudiometer euphonium euphorbium euphoriant europium eutectic
  euthanasia eutherian eutrophication evaporite evaporometer eveningwear evensong eventuality evergreen everlasting
  evil evisceration ewer exabit exacerbation exacta exbibit exbibyte excavation excelsior exchequer excise excitant
  excrement excrescence excreta excretion exerciser exercycle exertion exfoliation exhalation exhibition exhumation
  exocrine exodus exon exonuclease exoskeleton exotherm exotoxin expansivity expectorant expectoration expedient
  expedition expiry explosion explosive expo exportation expressway expulsion expurgation exterior extermination
  extinguisher extortion extractor extradition extrados extraneousness extravaganza extravasation extremity extremum
  extrication extrusion exudate exudation eyeball eyebath eyebrow eyecup eyedrop eyeglass eyeglasses eyehole eyelash
  eyelet eyelid eyeliner eyepatch eyepiece eyeshade eyeshadow eyeshot eyewash eyrir facade facelift faceplate facial
  facsimile faction factory facula fade fadeout faeces faience faille fairground fairlead fairway faithful fake
  fakery falafel falchion falcon falderol fallal fallboard falloff fallout fallow falsie falter famotidine fancywork
  fandango fanion fanjet fanlight fanny fantail far farad farmhouse farmland farmplace farmyard faro farrow fart
  farthing farthingale fascia fastball fatality fatback fate fatherhood fatherland fathom fathometer fatwa faucet
  fauld fauna fauteuil fax feast feat feather featherbed featheredge febrifuge feces fecula fedayeen federation fee
  feedbag feeder feedlot feedstock feeler feint feldspar feline fell fellatio felloe fellowship felly felony felspar
  felt felucca feminisation feminization femtometer femtometre femtovolt femur fen fender fenestella fennel
  fenoprofen fergusonite feria fermi fermium ferret ferricyanide ferrimagnetism ferrite ferritin ferrocerium
  ferroconcrete ferrocyanide ferromagnetism ferrule ferry ferryboat fertility fertilization ferule fescue fesse
  festival festivity festoon festoonery fete fetich fetlock fetoprotein fetoscope fetter fettuccine fetus feud fez
  fiasco fiberboard fiberglass fiberscope fibreboard fibreglass fibril fibrin fibrinase fibrinogen fibrinolysin
  fibrinolysis fibrinopeptide fibula fichu fiddle fiddlestick fieldstone fieldwork fiesta fife fifteenth fifties
  fiftieth fight figurine filaggrin filagree filament filature filet filigree fillagree filler fillet filly fils
  filth filtrate filtration fin finance finch finery fingerbreadth fingerling fingernail fingerpaint fingerstall
  fingertip finial finis fipple fir firearm fireball firebase firebird fireboat firebomb firebox firebrand firebreak
  firebrick fireclay firecracker firedamp firedog firefly firehouse firelight firelighter firelock fireman fireplace
  fireplug fireroom fireside firestone firestorm firetrap firewall firewater firewood firework firkin firm firmament
  fishbone fishery fishgig fishhook fishnet fishplate fishpond fission fissiparity fissure fist fistfight fistful
  fisticuffs fistmele fitch fitment fiver fivesome fixative fizgig fizz fizzle fjord flab flagellate flagellation
  flagellum flagon flagpole flagship flagstaff flagstone flail flake flambeau flamboyant flame flamethrower flamingo
  flan flange flank flannel flannelette flap flapjack flare flashboard flashbulb flashflood flashgun flashlight
  flashover flaskful flatbed flatboat flatcar flatfish flathead flatiron flatlet flattop flatus flatware flatwork
  flavin flavone flavonoid flax flaxseed flea fleabag fleapit flecainide fleck fleece flesh flex flexor flick flicker
  flies flimflam flimsy flinch flint flintlock flintstone flipper flirtation flit floatation floatplane floc
  flocculation floccule floe floodhead floodlight floorboard floorshow flop flophouse floppy florescence florin floss
  flotation flotilla flotsam flounce flounder flowage flowerbed flowerpot floxuridine flub flue fluegelhorn fluff
  flugelhorn fluidounce fluidram fluke flume flunitrazepan flunk fluor fluorapatite fluorescein fluoresceine
  fluorescence fluorescent fluoride fluorine fluorite fluoroboride fluorocarbon fluorochrome fluoroform fluoroscope
  fluorouracil fluorspar fluosilicate fluoxetine fluphenazine flurazepam flurbiprofen flurry flute flutter
  fluvastatin fluxmeter flybridge flyover flypaper flyspeck flyswat flyswatter flytrap flyway flywheel foal foam fob
  focalisation focalization foehn foetoprotein foetoscope foetus fogbank foglamp fohn foil folacin folate folderal
  foliage foliation folk follicle followup fomentation fondant fondue fontanelle foodstuff foolery footage football
  footbath footboard footbridge footcandle footer footgear foothill foothold footlights footlocker footpath footplate
  footrace footrest footstall footstep footstool footwear footwork foramen foray forceps fore forearm forebrain
  forecastle foreclosure forecourt foredeck foredge forefinger forefront forehand forehead foreleg foremast forepaw
  foreplay foresail foreskin forestage forestay foretop forfeit forfeiture forgery forint forklift formaldehyde
  formalin formalities formality formalwear formol fornication fort forties fortieth fortification fortnight fortress
  fortune forum foryml fossa fosse fossilisation fossilization foul foulard foundry fountain fourscore foursome
  foursquare fourteenth fowl foxglove foxhole foxhunt foxtrot foyer fractionation fradicin frail fraise franc
  francium frangipani frankfurter frankincense frappe frat fraternisation fraternity fraternization fray freckle
  freebee freebie freesia freestone freestyle freeway freewheel freezer freight freighter fresco freshener freshwater
  fretsaw fretwork friary fricassee fridge friendly fries frieze frigate fringe frippery frisk frittata fritter frock
  frolic frontal frontier frontispiece frontlet frontstall frost froth fructification fructose frustum fryer frypan
  ft fthm fuchsia fudge fugu fuji fulcrum fullerene fulminate fumble fume fumigant fumigation fun funeral funfair
  fungible fungicide funicular funnel fur furan furane furbelow furcation furfural furfuraldehyde furfuran furlong
  furlough furniture furosemide furrow fusain fusee fuselage fusil futon fuze fuzee fuzz gabapentin gabardine gabbro
  gaberdine gable gaddi gadget gadgetry gadolinite gadolinium gaff gaffsail gage gaggle gait gaiter gal gala
  galactagogue galactose galactosis galbanum gale galea galena gallamine gallbladder galleon gallery galley gallium
  gallon gallop gallous gallows gallstone gallus galosh galvanisation galvanism galvanization galvanometer gam gamba
  gamble gamboge gambrel gamebag gameboard gamecock gametogenesis gamp gander gang gangboard gangland ganglion
  gangplank gangsaw gangway ganja gannet gantry gaol gar garb garbanzo garboard gardenia garfish gargle gargoyle
  garment garner garnet garnierite garnish garotte garret garrison garrote garrotte garter gasification gasket
  gaslight gasmask gasohol gasolene gasoline gasometer gasp gastrectomy gastrocnemius gastroscope gastrulation
  gasworks gatehouse gatepost gator gaud gaudy gauffer gauntry gauss gaussmeter gauze gavel gavotte gayness gaze
  gazebo gazelle gazillion gazpacho gearset gearshift gearstick geartrain gecko gee gegenschein gel gelatin gelatine
  gelignite gelly gem gemfibrozil gemma gemmation gemstone genealogy genesis geneva genitalia genocide gentamicin
  gentian gentrification gentry geode geodesic georgette geranium gerbil germanite germanium germicide germinal gesso
  gestation geta getup gewgaw geyser gharry ghat ghatti ghee gherkin ghetto ghillie giant giardia gibberellin gibbet
  gibbosity gibbousness gibbsite gibibit gibibyte giblet gift gig gigabit gilbert gild gildhall gill gilt gimbal
  gimcrack gimcrackery gimlet gin ginger gingerbread gingerol gingham gingko ginkgo ginmill ginseng giraffe girandola
  girandole girasol girder girdle girlhood gismo gittern giveaway gizmo gizzard glad glade gland glasses glassful
  glasshouse glassware glasswork glauconite glaze gleba gleet glen glider glimmer glimpse glint glipizide glob
  globalisation globalization globe globin globulin glockenspiel glop glower glucinium glucocorticoid glucosamine
  glucoside glue gluon glutamate glutamine glutelin gluten glutethimide gluteus glyburide glyceraldehyde glyceride
  glycerin glycerine glycerite glycerogel glycerogelatin glycerol glycerole glyceryl glycine glycogen glycogenesis
  glycol glycolysis glycoprotein glycoside glyoxaline glyph glyptics glyptography gm gnarl gnat gneiss gnocchi gnomon
  goalmouth goalpost goatee goatskin gobble goblet godown godsend goethite goitrogen goldeneye goldenrod goldfish
  goldilocks goldmine goldstone golf golfcart golfclub golliwog golliwogg golosh gonad gondola gong goniometer goo
  goober goodwill goody googly googol googolplex gook gooney goonie goony goop gooseberry gooseflesh gooseneck gorge
  gorgerin gorget gorgonzola gorilla gorse gosling gossamer gothite gouache goulash gourd gourde governance
  government governorship gown grab grad graduation graffiti graffito graft grama gramicidin gramme gramophone
  granary grandstand grange granite graniteware granola granule grape grapefruit grapeshot graphite grapnel grappa
  grapple grassfire grasshopper grassland grate grater graticule gratuity grave gravel graver gravestone graveyard
  gravimeter graviton gravy grease greasepaint greasewood greatcoat greave greegree greenery greengrocery greenhouse
  greenmail greenmarket greenockite greenroom greensand greenwood greisen grenade grenadine greyhound griddle
  gridiron gridlock grigri grill grille grillroom grillwork grinder grindle grindstone grip gripsack grisaille
  griseofulvin grist gristle gristmill grit gritrock gritstone grizzle grizzly groat grocery grog grogram groin
  grommet groove groover grope grosbeak groschen grosgrain gross grosz grotesque grotto groundbreaking grounder
  groundhog groundmass groundsheet grouper grouse grout grove growl groyne grub grubby grubstake gruel grumble grume
  grummet grunt guacamole guan guanabenz guanine guano guanosine guarani guaranty guardhouse guardianship guardrail
  guardroom guava gubbins guck gueridon guesthouse guestroom guild guilder guildhall guilloche guimpe gulag gulch
  gulden gulf gullet gully gulp gum gumbo gumdrop gummite gumshield gun gunboat guncotton gunfight gunfire gunflint
  gunite gunk gunlock gunmetal gunnel gunnery gunny gunnysack gunplay gunpoint gunpowder gunrunning gunshot gunsight
  gunstock gunwale guppy gurgle gurney gush gusher gusset gust gut gutter gymnasium gymslip gynogenesis gypsum
  gyration gyre gyro gyrocompass gyroplane gyroscope gyrostabiliser gyrostabilizer haberdashery habergeon habiliment
  habitation hacienda hackamore hackbut hackney hacksaw hackwork haddock haem haematinic haematite haematochezia
  haematogenesis haematohiston haematoidin haematolysis haematopoiesis haemitin haemogenesis haemoglobin haemolysin
  haemolysis haemopoiesis haemoprotein haemosiderin haemostat hafnium haft hagbut haggis hahnium haick haik hail
  hailstone hailstorm hairball hairbrush haircloth haircut hairdo hairdressing hairgrip hairnet hairpiece hairpin
  hairsbreadth hairspring hairstyle halberd haler halfpenny halfpennyworth halftime halftone halibut halide halite
  halitosis halitus halliard hallstand hallucinogen hallway haloalkane halocarbon haloform halogen halon haloperidol
  halothane halter halyard ham hamate hamburger hame hamlet hammock hamster hamstring handbag handball handbarrow
  handbasin handbasket handbell handbow handbreadth handcar handcart handcraft handcuff handful handgrip handgun
  handhold handicraft handiwork handkerchief handlebar handline handlock handloom handoff handrail handrest handsaw
  handsbreadth handset handspike handspring handstamp handstand handwear handwheel handwork hangar hangnail hangout
  hank hankey hankie hanky hansom hao hap happenstance haptoglobin harbor harbour hardback hardbake hardboard
  hardcover hardpan hardtack hardtop hardwood hare hareem harem harmattan harmonica harmonium harp harpoon
  harpsichord harquebus harrow haschisch hasheesh hashish hasp hassium hassle hassock hatband hatbox hatchback
  hatchel hatchery hatchet hatchling hatchway hatful hatpin hatrack hauberk haul haunch haunt hausmannite hautbois
  hautboy havelock haversack havoc haw hawk hawse hawsehole hawsepipe hawser hawthorn hayfield hayfork hayloft
  haymaker haymow hayrack hayrig haystack haywire haze hazel hazelnut headband headboard headcount headdress headfast
  headful headgear headlamp headland headlight headlock headphone headpiece headpin headrace headrest headroom
  headsail headscarf headset headshot headspace headstall headstand headstock headstone headwater headway headwind
  healthcare hearse hearth hearthrug hearthstone heartland heater heath heather heaume heave heaven heaver
  heckelphone heckle hectogram hectograph hectoliter hectolitre hectometer hectometre hedgehog hedgerow heel hegemony
  heifer heirloom helicon helicopter heliograph heliogravure heliometer heliotrope heliotype heliport helium helix
  hell hellebore heller hellhole helm helmet helminthic helve hem hemagglutination hematin hematinic hematite
  hematochezia hematochrome hematocrit hematogenesis hematohiston hematoidin hematolysis hematopoiesis heme
  hemiacetal hemicycle hemimetabolism hemimetaboly hemimorphite hemin hemisphere hemline hemlock hemodialyzer
  hemogenesis hemoglobin hemolysin hemolysis hemopoiesis hemoprotein hemorrhoidectomy hemosiderin hemostasis hemostat
  hemp hemstitch hencoop henhouse henna henroost henry heparin hepatic hepatoflavin hepatotoxin heptad heptagon
  heptane herbal herbicide herbivore heredity herm hermitage heroin herringbone hessonite heterocycle heterocyclic
  heterogenesis heterometabolism heterometaboly heterosexuality heterospory heulandite hexachlorophene hexad hexagon
  hexagram hexahedron hexane hexestrol hexose heyday hg hiatus hibachi hibiscus hickory hiddenite hideaway hideout
  hidrosis highball highboard highboy highchair highland highlight highlighter highroad highschool highway hijab
  hijack hijinks hike hill hillock hillside hilltop hilt hilum hin hinge hip hipflask hipline hippo hippocampus
  hippodrome hippopotamus hiss histaminase histidine histone hitch hitchrack hl hm hoagie hoar hoarfrost hoax hobble
  hobby hobnail hock hockey hodgepodge hodometer hodoscope hoe hogshead hoist holdall holder holdfast holdup
  hollandaise holloware hollowware holly hollyhock holmium holocaust hologram holometabolism holometaboly holster
  holy holystone homage homburg homebound homebrew homecoming homefolk homeland homer homeroom homespun homestead
  homestretch hometown homework homicide hominid hominy homogenate homosexuality homospory hone honeybee honeycomb
  honeydew honeymoon honeypot honeysuckle honk honkytonk honorarium hooch hoodmold hoodmould hoodoo hookah hookup
  hookworm hooky hoop hoopskirt hoosegow hoosgow hootch hooter hopsack hopscotch horde hormone horn hornblende hornet
  hornfels hornpipe hornstone horologe horseback horsebox horsecar horsecloth horseflesh horsefly horsehair horsehide
  horseplay horsepower horseradish horseshoe horsewhip horst horticulture hosepipe hosiery hospice hospitalization
  hostel hostelry hostile hostilities hotbox hotfoot hothouse hotplate houdah hound hourglass houseboat housecoat
  housefly houseful houselights housepaint houseroom housetop housewarming housework hovel hovercraft howdah howitzer
  hoy hoya hr hryvnia huarache hubbub hubcap huck huckaback huckleberry hug hula hull hullabaloo humankind humanoid
  humate humectant humerus humidifier humification humin hummingbird hummus hump humus hundredweight hurdle hurl
  hurricane husbandry husk husky hustings hustle hut hutch hutment hyacinth hyalin hyaline hyaluronidase hydantoin
  hydralazine hydrangea hydrant hydrargyrum hydrate hydration hydrazine hydrazoite hydride hydrocarbon hydrochloride
  hydrocolloid hydrocortisone hydrocracking hydroelectricity hydrofoil hydrogel hydrogen hydrogenation hydrolith
  hydrolysate hydrolysis hydrometer hydromorphone hydroplane hydrotherapy hydroxide hydroxybenzene hydroxyl
  hydroxymethyl hydroxyproline hydroxyzine hyena hygrodeik hygrometer hygroscope hyoid hyoscine hyoscyamine hyperbola
  hyperboloid hypercoaster hyperhidrosis hyperidrosis hypermarket hypermenorrhea hypersecretion hypervelocity
  hyperventilation hypnagogue hypnotherapy hypnotic hypnotism hypo hypochlorite hypocycloid hypodermic hypostasis
  hypotenuse hypothalamus hypsometer hyssop hysterectomy hysteresis ibex ibis ibuprofen iceberg iceboat icebox
  icebreaker icecap icehouse icepick icetray ichor icicle iconography iconoscope icosahedron idealisation
  idealization identification ides idleness idocrase idol idolatry igloo iglu igniter ignitor iguana ii iii ikon il
  ileum ilium illuminant ilmenite imaret imbibition imbrication imidazole imide iminazole imipramine immersion
  immolation immovable immunization immunogen immunoglobulin immunosuppressive immunosuppressor impairment impala
  impalement impedimenta impeller imperative imperfect imperial impetus implant implantation implosion importation
  imposition impregnation impress imprisonment improvement improvisation impulsion impurity inactivation inauguration
  inbreeding incandescence incense inception incest inchworm incidental incineration incinerator incipience
  incipiency incision incisor incisura incisure incitement incline inclinometer incompatibility incontinence
  incontinency incorporation incrustation incubation incubator inculcation incursion incurvation incurvature
  indapamide indemnification indene indenture indie indignity indigo indigotin indinavir indium indoctrination
  indomethacin inducer inductance inductor industrialism industrialization industry indweller infancy infantry
  inferno infield infinitude infinity infirmary inflater inflator inflection infliction infliximab inflorescence
  inflow influx infolding infraction infrigidation infringement infructescence infusion ingestion inglenook ingot
  ingredient ingroup inhalant inhalation inhalator inhaler iniquity initiation injectant injector injustice inkle
  inkpad inkpot inkstand inkwell inlay inlet inn innards innersole inoculant inoculation inoculum inosine inositol
  inpour inquest inquisition inroad inrush insecticide insectifuge insemination inset insole inspissation installment
  instant instar instep instillation instillator institute institution instrumentality insufflation insulant
  insulator insulin insurgency insurrection intangible integrator intelligentsia intensification interception
  interceptor interchange intercom intercostal interdependence interferometer interferon interior interlayer
  interleukin interlock interlude interment intermission internet internship interphone interplay interposition
  interreflection interrelation interrelationship interrupter interstate intestine inti intima intimidation intrados
  intranet intrenchment intron intrusion intubation intussusception inulin inundation invasion invertase inverter
  involution involvement iodide iodin iodination iodine iodocompound iodoform iodoprotein iodopsin iodothyronine
  iodotyrosine ionophoresis ionosphere iota ipecac iproclozide ira iridium iridosmine iris ironclad ironmongery
  ironware ironwork irrational irrelevancy irruption isinglass isle isoagglutination isoagglutinin isoagglutinogen
  isoantibody isobutylene isocarboxazid isocyanate isoflurane isogamy isogon isoleucine isomer isomerase isoniazid
  isopleth isopropanol isoproterenol isosorbide isothiocyanate issuance isthmus itinerary itraconazole iv iva ivory
  ivy ix izar jab jabot jacinth jack jackal jackboot jackdaw jackhammer jackknife jacklight jackpot jackrabbit
  jackscrew jackstones jackstraw jaconet jade jadeite jadestone jaeger jag jaggary jaggery jagghery jaguar jail
  jailbreak jailhouse jakes jalapeno jalopy jalousie jamb jambalaya jambeau jamboree jamjar jammer jammies jampan
  jampot jangle japan jarful jargoon jasmine jasper jaunt javelin jaw jawbone jawbreaker jaybird jean jeep jejunum
  jellaba jello jelly jellyfish jellyroll jemmy jerkin jerky jersey jet jetliner jetsam jetty jewel jewellery jewelry
  jiao jib jibboom jiffy jigger jiggermast jiggle jigsaw jihad jillion jimmies jimmy jimsonweed jingle jinks
  jinrikisha jitney jitterbug jobcentre jockstrap jodhpur jog joggle john joinery jointer joist jolly jolt jonquil
  jorum joss jostle joust jowl joyride joystick jubilee judgeship judiciary judo jug jugful juggle jugular jujitsu
  juke jukebox julep julienne jumbojet jumpsuit junco junction juncture jungle juniper junk junket junkyard junta
  jury jut jute juvenescence juxtaposition kabob kaffiyeh kaftan kail kainite kainogenesis kalansuwa kale kali kalian
  kalpac kameez kamikaze kanamycin kangaroo kanzu kaolin kaoline kaolinite kapeika kapok karabiner karaoke karat
  karate karma karyokinesis karyolysis kasbah kasha kat katabolism katamorphism katharometer katydid kauri kava kayak
  kayo kazoo kbit kc kebab keel keelboat keelson keepsake keg kegful keister kelp kennel keno kenogenesis kepi
  keratin keratinisation keratinization keratohyalin keratoscope kerb kerbstone kerchief kernite kerosene kerosine
  ketamine ketch ketchup ketohexose ketone ketoprofen ketorolac ketose ketosteroid kettledrum kettleful keyhole
  keypad keystroke khaddar khadi khaki khamsin khat khimar khoum khukuri kiang kibble kibbutz kibibit kibibyte kibit
  kickback kickoff kicksorter kickstand kidney kidskin kieselguhr kieserite kilderkin kiley kiln kilo kilobit
  kilocalorie kiloliter kilolitre kiloton kilovolt kilt kimberlite kimono kina kinase kindergarten kindred kinescope
  kinfolk kingbolt kingfish kingfisher kinin kino kinship kiosk kip kipper kirk kirpan kirsch kirtle kismet kiss
  kitbag kitchenette kitchenware kith kitsch kitten kitty kiwi klaxon klick kludge klystron knackwurst knapsack
  kneecap kneel knell knickerbockers knickers knickknack knickknackery knighthood knish knitwear knitwork knob
  knobble knobkerrie knobkerry knockabout knockdown knockoff knockwurst knoll knothole knout knuckle knuckleball
  knucks koala kob kobo kohl kola kopeck kopek kopiyka kor koruna kosher koto kraft kremlin krill kris krona krone
  kroon krummhorn krypton kt kudu kudzu kummel kumquat kunzite kurta kwacha kwai kwanza kyanite kyat kylie kylix
  kymograph la laager labdanum labetalol labor labour labyrinth lac lace lacework lachrymation lachrymator lacquer
  lacquerware lacrimation lacrimator lacrosse lactalbumin lactase lactate lactation lacteal lactifuge lactoflavin
  lactogen lactose lacuna lacunar ladle ladybird ladybug ladyfish laetrile laevulose lag lagan lagend lager
  lagerphone lagniappe lagoon laguna lair laity lakefront lakeshore lakeside lakh lally lam lamasery lambert
  lambrequin lambskin laminate lamination lamivudine lampblack lamphouse lamplight lamppost lampshade lanai lance
  lancet lander landfall landfill landline landmass landrover landside landslide langbeinite langley laniard lanolin
  lansoprazole lantern lanthanide lanthanoid lanthanon lanthanum lanyard lap laparoscope laparoscopy laparotomy
  lapboard lapdog lapel lapful lapin lappet lapse larboard larceny larch lard larder largemouth largess largesse lari
  lariat lark larkspur larva larvacide larvicide laryngoscope larynx lasagna lasagne lash lat latakia latch latchet
  latchkey latchstring lateen laterite lath lathe lathee lather lathi latrine latte latten latticework laudanum
  launchpad launderette laundry laurel lav lava lavabo lavage lavalava lavalier lavaliere lavalliere lavatory
  lavender lawcourt lawn lawrencium lawsuit laxation laxative layby layette layoff layover layup lazaret lazarette
  lazaretto lazuli lb lea leach leadership leafhopper leaflet league leaner leap leapfrog leash leather leatherette
  leatherjacket leatherwork leaven lebensraum lechatelierite lechery lecithin lectern lectin lectureship lederhosen
  ledge leech leek leeway leflunomide leftfield leftover legation leger legerdemain leghorn legion legislature legume
  lei leister leisure lek lemniscate lemonade lemongrass lempira lemur lenitive lense lentil leone leopard leotard
  lepidocrocite lepidolite lepidomelane lepton leptotene lesbianism lettuce leu leucine lev levallorphan levant
  levanter levee lever levitation levodopa levulose levy lexicalisation lexicalization ley li liana libation
  liberalization liberation libration lichgate licorice lido lien lieu lifeblood lifeboat lifeline lifesaving
  liftgate liftoff ligament ligan ligation lightbulb lighter lightning lightship ligne lignin lignite likuta lilac
  lilangeni lily limb limber lime limeade limekiln limerick limestone limewater limiter limo limonene limonite
  limousine limp limpet linac linage linalool lincomycin lindane linden lindy linecut linemen linen liner lingerie
  lingonberry lingua linguine linguini liniment linin linkup lino linocut linoleum linseed linstock lint lintel
  linuron lioness lionfish lip lipase lipide lipoid lipoprotein liposuction lipstick liquefaction liqueur liquidation
  liquidiser liquidizer liquor liquorice lira lisinopril lisle listeria litas literati lithium lithoglyptics
  lithograph lithuresis litigation litmus litter litterbin littoral livelihood liveliness livelong liver liverwurst
  livery livestock liza lizard llano lm loach loadstone loaf loam lob lobby lobectomy loblolly lobotomy lobscouse
  lobscuse lobster lobule locale loch lockbox locker locket locknut lockout lockring lockstitch lockup locomotive
  locus locust lode lodestone lodgepole loess loft loge loggia logwood loin loincloth lollipop lolly lomustine
  longbeard longboat longbow longhorn longlegs longshot longways longyi loo loofa loofah loom loonie looper loot lope
  lopper lorazepam lorgnette lota loti lotion lottery lotto lotus loudspeaker lounge loungewear loupe louse louver
  louvre lovastatin lovebird lovemaking loveseat lowboy lower lowland lox loxapine lozenge luau lube lubricant
  lubricator lucerne luciferin lucre ludo luff luge luger luggage lugger lugsail lull lumber lumbermill lumberyard
  lumen luminescence lumma lump lumpectomy lunation luncheon lunchroom lunchtime lunette lunge lungfish lungi lungyi
  lupin lupine lurch lusterware lute lutecium lutein luteotropin lutetium lux lwei lx lxx lxxviii lxxx lyceum
  lychgate lycopene lye lymph lymphangiogram lymphocyte lymphokine lymphopoiesis lyophilisation lyophilization
  lypressin lyre lysin lysine lysis lysogenisation lysogenization lysozyme macadam macadamia macaroon macaw mace
  maceration machete machicolation machinery machmeter macintosh mack mackerel mackinaw mackintosh macrame
  macroevolution macromolecule macrophage macula madder mademoiselle madhouse madras maelstrom maffia mafia maggot
  magilp magma magnesia magnesite magnesium magnetisation magnetism magnetite magnetization magneto magnetograph
  magnetometer magneton magnetosphere magnetron magnification magnifier magnolia magnum magpie mahjong mahlstick
  mahogany maidenhead maidenhood mailbag mailboat maildrop maillot mailsorter mainframe mainland mainmast mainsail
  mainsheet mainspring maiolica maisonette maisonnette maize majolica makeover makeready makeshift makeup makeweight
  mako malabsorption malacca malachite malamute maleate malfeasance malfunction mall mallard mallet malleus
  malonylurea malpractice malt maltha maltose maltreatment mambo mammalian mammogram mammoth manacle manana manat
  manatee mandala mandarin mandible mandola mandolin mandrake mandrel mandril mane maneuver manganate manganese
  manganite manger mangle mango mangold mangonel mangrove manhole manhunt manicotti manicure manifestation manifold
  manila manilla manioc manioca mankind manna mannitol manometer manor manpower mansard manse mansion manslaughter
  manta mantel mantelet mantelpiece mantilla mantis mantlepiece mantlet mantua manufactory manufacturer manumission
  manure manzanita maple mapmaking maquiladora mar maraca maraschino marathon marble marc marcel mare margarin
  margarine margarita marge marginalisation marginalization marguerite maria mariachi marigold marijuana marimba
  marina marinade marinara marionette mariposa marketplace markka marl marlin marline marlinespike marlingspike
  marlinspike marlite marlstone marmalade marmite marmoset marmot marocain marquee marqueterie marquetry marrow
  marrowbone marseille marsh marshland marshmallow marsupial mart marten martensite martingale martini martyrdom
  marvel marzipan mascara masculinisation masculinization maser mash mashie masjid masonry masque masquerade massacre
  massage masse masseter massicot massicotite massif mast mastaba mastabah mastectomy masterpiece masterstroke mastic
  mastiff mastodon mastoid mastoidal masturbation matchboard matchbook matchbox matchet matchlock matchmaking
  matchstick matchwood materialisation materiality materialization materiel mattock mattress maturation maturement
  matzah matzo maul maulstick maund mausoleum mavis maw maxi maxilla maxillary maxwell mayflower mayfly mayhem mayo
  mayonnaise maypole mazer mcg meadowlark mealtime meander meatball meatloaf meatpacking meatus mebendazole mebibit
  mebibyte mecca meclizine meclofenamate meconium medallion medevac medic medicament medication mediety medina
  medulla medusoid meerkat meerschaum meetinghouse mefloquine meg megabit megaflop megalith megalopolis megaphone
  megaton megawatt megestrol megilp megohm meiosis meitnerium melaena melamine melange melanin melatonin meld melee
  melena melioration melosa melphalan meltdown meltwater membranophone menadione menage menagerie menarche
  mendelevium menhir meninges meniscus menopause menorah menorrhagia menses menstruation menstruum menthol meow
  mepacrine meperidine mephenytoin mephitis mephobarbital meprobamate merbromine mercaptopurine merchantman mercury
  mercy merger meringue merino merl merle merlon merrymaking mesa mescal mescaline mesentery mesh meshwork mesmerism
  mesolithic mesquite messuage mestranol metabolite metacarpal metagenesis metalware metalwork metamorphism
  metamorphosis metaphase metaproterenol metastasis metatarsal metathesis mete metempsychosis meteor meterstick
  metformin meth methacholine methadon methadone methamphetamine methanal methane methanol methapyrilene methaqualone
  metharbital methenamine methicillin methionine methocarbamol methotrexate methyl methylbenzene methyldopa methylene
  methylphenidate metical metoprolol metrestick metro metronidazole metronome metropolis mew mexiletine mezzanine
  mezzotint mg mho miaow mic mica micelle mickle miconazole microbalance microbar microbe microbrewery microchip
  microcircuit microcomputer microdot microevolution microfarad microfiche microfilm microgauss microgram
  micrometeorite micrometer micromicron micromillimeter micromillimetre micron micronutrient microorganism microphone
  microphotometer microprocessor microradian microscopy microtome microvolt microwave micturition midair midazolam
  midbrain midday midden middlebreaker middy midfield midge midi midiron midland midline midplane midriff midsection
  midst midsummer midterm midwatch midway midweek mifepristone mihrab mike mil mildew mile mileometer miler militia
  milkshake milkwagon millboard milldam millenary millennium millerite millet milliammeter milliampere milliard
  millibar millicurie millidegree millifarad millihenry millime millimicron milline millinery millionth milliradian
  millirem millivoltmeter millpond millrace millrun millwheel millwork milo milometer milt mimeo mimeograph mimicry
  mimosa mina minaret mince mincemeat mincer minefield minelayer mineshaft minestrone minesweeper mini miniature
  miniaturization minibar minibike minibus minicab minicar minicomputer minim miniskirt ministration minisub
  minisubmarine minium minivan miniver mink minnow minocycline minoxidil minster mint minuend minuet minus minyan
  miosis miotic miracle mirage mire miro misadventure misbehavior miscalculation miscarriage miscegenation mischance
  mischief misconduct miscue misdeal misdeed misdemeanor misdemeanour misfire misfortune mishap mishmash
  mismanagement miso mispickel misplay missile misstep mist mistletoe mistral mistreatment mistrial misuse mite miter
  mithramycin mitigation mitogen mitomycin mitosis mitre mitt mitten mixer mizen mizenmast mizzen mizzenmast mizzle
  ml mnemonic mo moat mob mobcap mobilization mocassin moccasin mocha mockingbird modem moderator modernism
  modernization modicum modillion modulus mogul mohair moiety moire moistener mola molar molasses moldboard molehill
  moleskin molestation molindone mollie mollusc mollusk molly molt molybdenite molybdenum monarchy monastery monazite
  moneran moneybag moneymaking mongo mongoose monkey monoamine monocle monoclonal monocycle monogenesis monohydrate
  monolith monomer monoplane monopolization monorail monosaccharide monosaccharose monoxide monsoon montage monument
  moo moolah moonbeam moonlight moonshine moonstone moonwalk moorland moose moot mop mopboard moquette moraine morass
  moratorium moray morbidity mordant moreen morello morganite morgen morgue morion morn morocco morphallaxis morphia
  morphine morphogenesis morrow morsel mortar mortarboard mortgage mortice mortise mortuary mosque mosquito mote
  motel mothball motherhood motherland motif motley motorbike motorboat motorbus motorcade motorcar motorcoach
  motorcycle motortruck motorway mould mouldboard moulin moult mound mountainside mousepad mouser mousetrap moussaka
  mousse moustache mouthful mouthpiece mouthwash mouton movable mower mozzarella mph mrem mucilage mucin muck muckle
  mucoid mucosa mucus mudder mudguard mudhif mudslide muesli muff muffle muffler mugful mugshot mujahedin mukataa
  mulberry mulch mule mull mullet mulligan mulligatawny mullion multiplexer multiplicand multiprocessing
  multiprocessor multiprogramming multitude multivitamin mum mung municipality munition mural muramidase murder
  murine murmur murphy muscatel muscovite musculature musette museum mush musjid musk musket musketry muskrat muslin
  musnud mussel mustache mustang mustard muster mutchkin mutilation mutiny muton mutt mutter mutton mutuality muumuu
  muzzle mycomycin mycotoxin mydriatic myelin myeline myelinisation myelinization myelogram myg mym mynah myocardium
  myofibril myofibrilla myoglobin myonecrosis myosin myotic myriad myriagram myriameter myriametre myrrh myrtle
  mythology naan nabumetone nacelle nacho nacre nada nadolol nafcillin nailbrush nailfile nailhead nainsook naira
  nalorphine naloxone naltrexone nameplate nammad nandrolone nankeen nanogram nanotube nanovolt nap napa napalm nape
  napery naphazoline naphtha naphthalene naphthol naphthoquinone nappy naproxen narcissus narcotic nard narghile
  nargileh narrowboat narthex narwhal natal natatorium nationality nativity natrolite naught naumachia naumachy
  nauseant nautilus nave navel navicular navigation navy neandertal neanderthal nearside neb nebula nebuliser
  nebulizer neckband neckcloth neckerchief necklace necklet neckline neckpiece necktie neckwear necrobiosis
  necrolysis necropolis necropsy necrosis nectar nectarine nectary needlecraft needlepoint needlework needy
  nefazodone negativity neglige negligee negligence neigh nelfinavir neocortex neodymium neolith neolithic neomycin
  neon neophyte neoplasia neoprene neoromanticism neostigmine nepheline nephelinite nephelite nephoscope nephrite
  nephrotoxin nepotism neptunium ness nestle netball nettle neurochemical neurogenesis neuroleptic neurolysin
  neurosurgery neurotoxin neurotransmitter neutralisation neutrality neutralization neutrino neutrophil neve
  nevirapine newel newmarket newsprint newsroom newsstand newt nexus ng ngultrum ngwee niacin nib nibble niblick
  nicad nice nickel nickelodeon nicker nicknack nicotine nidation nifedipine nightcap nightclothes nightclub
  nightdress nightfall nightgown nightie nightingale nightlife nightshade nightshirt nightspot nightstick nighttime
  nightwalker nightwear nihil nil nim nimbus ninepence ninepin niner nineteenth nineties ninon niobite niobium nipple
  niqab nit niter nitramine nitrate nitrazepam nitre nitride nitrification nitril nitrile nitrite nitrobenzene
  nitrocalcite nitrocellulose nitrochloroform nitrocotton nitrofuran nitrofurantoin nitrogenase nitroglycerin
  nitroglycerine nix nobelium nobility nocturia nodule nog noggin noisemaker nomia nomination nomogram nomograph
  nonagon nonce noncompliance nonconductor nondevelopment nondisjunction none nonessential nonmetal nonpayment
  nonprofit nonsteroid nonsteroidal nonstop nontricyclic nonviolence nook noose noradrenaline noreaster
  norepinephrine norethandrolone norethindrone norethynodrel norgestrel noria northeast northeaster norther northerly
  northland northward northwest northwester nortriptyline nosebag noseband nosedive nosegay nosepiece nosewheel nosh
  nostril nostrum notch notecase notepad nougat nought nourishment nova novena novillada novitiate novobiocin
  novocaine nozzle nub nubbin nubble nuclease nucleolus nucleoprotein nucleoside nucleosynthesis nucleotide nude
  nudibranch nugget nuke numberplate numdah nunnery nursery nutcracker nuthatch nuthouse nutmeg nutshell nybble
  nycturia nylon nystatin oakum oar oarlock oasis oast oatmeal obeah obedience obelisk obi objectification
  obliteration oblong oboe obolus observance observatory obsidian obsolescence obstruction obturator ocarina
  oceanfront ocelot ochre octad octagon octahedron octane octant octave octet octillion octonary octopus ocular
  oddment oddness odometer odontiasis odyssey oersted oesophagoscope oesophagus oestradiol oestriol oestrogen
  oestrone oeuvre offal offence offense offensive offshoot offside offstage ogdoad ogee ogive ohmage ohmmeter oilcan
  oilcloth oilfield oilpaper oilrig oilskin oilstone oilstove oink ointment ok oka okra ola oleander olefin olefine
  olein oleoresin olibanum oligarchy oligo oligoclase oligomenorrhea oligonucleotide oligosaccharide olive olivenite
  olivine olla olm omega omelet omelette omen omeprazole omnirange onager oncoming onionskin onrush onslaught
  ontogenesis ontogeny onyx oodles oogenesis oolong ooze opacification opacity opal opener openwork ophthalmoscope
  opiate opium opopanax opossum opposition oppression opsin opsonin opsonisation opsonization optative optic orang
  orangutan orb orbiter orca orchid orchil ordeal ordnance ordure oregano oreide organdie organdy organification
  organophosphate organza orgasm orgy oriel orifice origami origination oriole orlop ormolu ornament ornamental
  ornithine ornithopter orogeny oroide orphenadrine orphrey orpiment orrery orthicon orthoclase orthophosphate
  orthopter orthoscope oscillogram oscillograph oscilloscope oscine osmiridium osmium osmosis ossification ossuary
  ostensorium osteolysis otoscope ottar otter oubliette ouguiya ounce outback outboard outbreak outbuilding outerwear
  outfall outfield outfit outflow outgrowth outhouse outlay outlet outpost outpouring outreach outrigger outskirt
  outsole outturn outwork ouzo ovary ovenware overachievement overactivity overage overburden overcharge overcoat
  overcompensation overcrossing overdraft overexposure overgarment overhang overhaul overlay overlayer overlook
  overmantel overpass overpayment overpressure overprint overproduction overprotection overreaction overrun overshoe
  overshoot oversimplification overskirt overstrain overthrow overtime overturn overuse overwork ovoflavin ovoid
  ovolo ovulation ovum ox oxacillin oxalacetate oxalate oxaloacetate oxaprozin oxazepam oxcart oxen oxford oxidant
  oxidase oxide oxidisation oxidiser oxidization oxidizer oxidoreductase oxidoreduction oxime oximeter oxtant
  oxyacetylene oxyacid oxybenzene oxygenase oxygenation oxyhaemoglobin oxyhemoglobin oxyphenbutazone oxyphencyclimine
  oxytetracycline oxytocic oxytocin oyster ozocerite ozokerite ozone ozonide pabulum pacer pachinko pachyderm
  pachytene pacific pacification packinghouse packsack packsaddle packthread paddlewheel paddock padlock paella
  pageant pageantry pager pagoda pahoehoe pail pailful paillasse painkiller paintball paintbox paintbrush paisa
  paisley pajama palace palaeolithic palaestra palankeen palanquin palate paleocortex paleolith paleolithic palestra
  palimony palingenesis palisade palladium pallette palliasse palliative palm palmetto palmitin palmyra palomino
  palpation pampas panatela pancake pancreas pancreatectomy pancreatin panda pandemic panetela panetella panga
  panhandle pannier pannikin panopticon panpipe pant pantechnicon pantheon panther pantie pantile panto pantograph
  pantomime pantothen pantry pantsuit panty pantyhose panzer papain papaverine papaw papaya paperback paperboard
  paperclip paperknife paperweight paperwork papillon paprika papyrus par parabola paraboloid parachute parade
  paradigm paradise paraffin paragliding paragonite parakeet paraldehyde parallax parallelepiped parallelepipedon
  parallelogram parallelopiped parallelopipedon paramagnet paramagnetism paramecium paramilitary parang parapet
  paraphernalia paraquat parasail parasite parasol parasympathetic parathion paratroops parchment pardon paregoric
  parenchyma parfait parget pargetry parhelion parimutuel parish parka parkland parkway parlay parliament parlor
  parlour paroxetime parqueterie parquetry parrot parry parsec parsley parsnip parsonage parterre parthenocarpy
  parthenogenesis parthenogeny participation particulate partnership partridge parturition parvis paseo passageway
  passbook passel passementerie passerine passkey pasteboard pastime pastis pastrami pastry pasture pasty pat pataca
  patchboard patchcord patchouli pate patella pathogen pathogenesis patina patio patisserie patka patriarchy patrol
  patronage patten patty pave pavement pavilion pavior paviour pavis pavise paw pawl pawn pawnshop pay payback
  paycheck payday payoff payola payroll pdl peacekeeping peacetime peacoat peacock peag peahen peal peanut pearl
  pearlite pearly peasantry peat peavey peavy pebble pebibit pebibyte pecan peccadillo peck peckerwood pecs pectin
  pectoral pectoralis pedesis pedestal pedicab pediculicide pedicure pedigree pediment pedometer pedophilia peek
  peekaboo peen peep peephole peepshow peg pegboard pegleg pegmatite peignoir pel pelican pelisse pellet pelmet pelt
  pelter pelvimeter pelvis pemmican pendant pendent pendulum penetration pengo penguin penicillamine penicillin
  penicillinase peninsula penis penitentiary penknife penlight penni pennon pennoncel pennoncelle penny pennyweight
  pennywhistle pennyworth penoncel pension penstock pentacle pentad pentaerythritol pentagon pentagram pentahedron
  pentangle pentathlon pentazocine penthouse pentimento pentlandite pentobarbital pentode pentose pentoxide
  pentoxifylline peony peplos peplum peplus peppercorn pepperidge peppermint pepperoni pepsin pepsinogen peptidase
  peptisation peptization peptone perambulator percale perch perchlorate perchloride perchloromethane percolate
  percolation percolator percussion percussor peregrine perennation perennial perfect perfluorocarbon perforation
  perfumery perfusion pergola pericardium periclase peridot peridotite perigee perigon perineum periphery periscope
  perishable peristalsis peristyle peritoneum periwig periwinkle perjury perk perm permanganate permeation peroxidase
  peroxide perpetration perpetuation perphenazine persecution persimmon personnel perspiration pertinence peruke
  pervaporation pervasion perversion peseta pesewa peso pessary pesthouse pesticide pestle pesto pet petabit petal
  petard petcock petrifaction petrification petrochemical petrol petrolatum petroleum petticoat petty petunia pew
  pewter peyote pfennig phaeton phagocyte phagocytosis phalanx phallus pharmaceutic pharmaceutical pharmacopoeia
  pharos phasmid pheasant phellem phenacetin phenazopyridine phencyclidine phenelzine pheniramine phenobarbital
  phenobarbitone phenol phenolic phenolphthalein phenoplast phenothiazine phensuximide phentolamine phenylacetamide
  phenylalanine phenylamine phenylbutazone phenylephrine phenylethylene phenyltoloxamine phenytoin pheromone phial
  philanthropy philharmonic phillipsite philodendron phlebogram phloem phlogiston phlogopite phlox phoebe phoenix
  phon phonograph phosgene phosphatase phosphate phosphine phosphocreatine phospholipid phosphoprotein phosphor
  phosphorescence phosphorus phot photocathode photocell photocoagulator photoconduction photocopier photocopy
  photoelectricity photoemission photoengraving photoflash photoflood photolithograph photomechanics photometer
  photomicrograph photomontage photomosaic photopigment photostat photosynthesis phrontistery phyllo phylloquinone
  phylogenesis phylogeny phylum physic physiognomy phytochemical phytohormone phytonadione phytotoxin pi pia
  pianoforte piaster piastre piazza pibgorn piccolo pickax pickaxe pickelhaube pickle pickup picnic picofarad
  picometer picometre picot picovolt picul piddle piecework piedmont pier pieta piezoelectricity piezometer pigboat
  piggery piggy piggyback piglet pigmentation pigpen pigskin pigsty pigtail pike pikestaff pilaf pilaster pileup
  pilferage pilgrimage pillage pillbox pillion pillory pillowcase pilocarpine pilothouse pimento pimozide pimpernel
  pinafore pinata pinball pincer pinchbeck pinche pincushion pindolol pineapple pinecone pinfold pinger pinhole
  pinion pinite pinkie pinky pinnace pinnacle pinner pinny pinochle pinocytosis pinole pinstripe pint pintle pinto
  pinwheel piolet pion pipal pipeclay pipefitting pipeful piperacillin piperazine piperin piperine piperocaine pipet
  pipette pipework pique piquet piracy pirogi pirogue pirouette piroxicam piscary pistachio piste pistil pistol pit
  pita pitchblende pitcherful pitchfork pitchstone pith pithead piton pitprop pitsaw pittance pituitary pix pizzeria
  placebo placenta placentation placer placket plagioclase plaid plait planation planchet planchette planer
  planetarium planetoid planimeter plank plantation plaque plash plasmin plasminogen plaster plasterboard plasterwork
  plastic plasticiser plasticizer plastination plastique plastron plat plateful platelet platen platinum platoon
  platter platypus playback playbox playground playhouse playoff playpen playroom playsuit plaything playtime plaza
  pleat plebiscite plectron plectrum pledge pleochroism pleomorphism pleonaste plesiosaur plessimeter plessor
  plethysmograph pleura pleximeter plexor plexus plication plimsoll plinth plonk plop ploughshare plow plowshare
  plugboard plughole plumage plumbago plume plummet plump plunder plunge plunk plunker plush pluton plutonium
  pluviometer ply plyboard plywood pneumogastric pocketbook pocketcomb pocketful pocketknife podium podsol podzol
  pogonip pogrom poi poinsettia pointel pointillism pointrel poise poison poke poker pokey poky polarimeter
  polariscope pole poleax poleaxe polecat polenta polestar police polisher politburo pollard pollucite pollywog
  polonaise polonium polyamide polybutene polybutylene polychrome polyelectrolyte polyester polyethylene polyfoam
  polygraph polyhedron polyhidrosis polymerase polymerisation polymerization polymorphism polymyxin polynucleotide
  polyose polypeptide polyphosphate polypropene polypropylene polysaccharide polystyrene polytechnic polythene
  polyurethan polyurethane pomade pomatum pomegranate pomfret pommel pompano pompon poncho ponderosa pone pongee
  poniard pontifical pontoon pony ponycart ponytail pooch pood poodle poolroom poon poorhouse popcorn popgun poplar
  poplin poppet poppy popsicle populace porcelain porch porcupine pore porgy pork porkchop porker porkpie porn porno
  pornography porphyrin porphyry porpoise porridge porringer porta portage portal portcullis portent porterhouse
  porthole portico portiere positioner positivity posse possum postage postbag postbox postdoctoral posterboard
  posterity postern posthole posthouse postiche postmodernism postponement posy potable potage potash potassium
  potentiation potentiometer potful potholder pothole pothook pothouse potion potluck potpie potpourri potsherd
  potshot pottery pottle potty pouch poudrin pouffe poulet poultice poultry pounce pound poundage poundal pounder
  powderpuff powerboat praetorium prairie praline pram prance prancer prank praseodymium prat pratfall pravastatin
  prawn praxis prayer prazosin precaution prechlorination precinct precipice precipitant precipitator precipitin
  precursor predation prednisolone prednisone prefab prefecture preferment pregnanediol prelim prelude premium premix
  prep prepayment presbytery preschool preseason presentment preservative presidency presidio pressor
  prestidigitation pretend pretense pretorium pretzel preventative prevention preventive pricket priesthood prima
  primaquine primidone primrose priory prismatoid prismoid prison privatization privy prize prizefight proaccelerin
  probation probenecid proboscis procaine procarbazine procession prochlorperazine proconvertin procrastination
  procreation proctoscope procyclidine proenzyme professorship progesterone progestin progestogen prognostication
  progressive projectile projector prolactin prolamine proletariat proliferation proline prolongation prolonge prom
  promenade promethazine promethium promiscuity prong prop propanal propanamide propane propanediol propanol
  propanolol propanone propellant propellent propeller propellor propenal propene propenoate propenonitrile prophase
  prophylactic prophylaxis propionaldehyde propjet proportionality propoxyphene proprietorship proprionamide propyl
  propylene propylthiouracil proscenium prosciutto prosecution prostate prosthesis prostitution protactinium
  protamine protease protection protectorate proteinase proteolysis proteome proteosome prothrombin prothrombinase
  protirelin protoactinium protoheme protohemin protoplasm protozoan protractor protriptyline protrusion protuberance
  providence provirus provitamin provocation prow prowl pry psalmody psaltery pseudoephedrine pseudophloem psi
  psilocin psilocybin psilomelane psychoanalysis psychogenesis psychosurgery psychrometer pterodactyl pterygium
  ptomain ptomaine ptyalin ptyalism pub puberty pubes pubis pucker puddle puff puffball puffer puffin pug puka pul
  pula pullback pulley pullout pullover pullulation pulp pulpit pulpwood pulsar pulsation pulse pulverisation
  pulverization puma pumice pumpernickel pumpkin punch punchball punchboard puncture pung punishment punkah punky
  punnet punt pup pupa puppet puppy pureblood purebred puree purgative purge purification purifier purine purl purr
  purse purslane pushcart pushchair pushpin pushup pussy putout putrescine putsch putt puttee putty pya pyelogram
  pyjama pylon pyocyanase pyocyanin pyramid pyre pyrectic pyrene pyridine pyridoxal pyridoxamine pyridoxine
  pyrilamine pyrimidine pyrite pyrocellulose pyrochemistry pyroelectricity pyrogallol pyrogen pyrograph pyrolusite
  pyrometer pyromorphite pyrope pyrophosphate pyrophyllite pyroscope pyrostat pyrotechnic pyroxene pyroxylin
  pyroxyline pyrrhotine pyrrhotite pyx qat qepiq qindarka qintar quackery quadrangle quadrant quadraphony quadrate
  quadric quadriceps quadrilateral quadrillion quadrillionth quadruped quadruple quadruplet quadruplicate quaff
  quagmire quahog quail quark quart quarterdeck quarterfinal quarterlight quartern quarterstaff quartet quartic
  quartz quartzite quasar quassia quat quatern quaternion quaternity quaver quay quellung quercitron quern quesadilla
  quetzal quickie quicklime quicksilver quid quiff quill quilt quinacrine quince quincentenary quincentennial
  quinidine quinine quinone quint quintal quintessence quintillion quintillionth quintuplet quipu quire quirt quoin
  quoit quorum quotient qurush rabato rabbet rabble raccoon raceabout racecourse racehorse racetrack raceway rachet
  racket racoon racquet racquetball radar raddle radiator radical radioactivity radiocarbon radiochlorine radiograph
  radiography radioisotope radiolocation radiolysis radiometer radiomicrometer radiopacity radiophone radiophoto
  radiophotograph radiothorium radium radome radon raffia raffinose raffle rafter rag raglan ragout ragtag ragweed
  raid railcar railhead railroad railyard raiment rainbow raincoat raindrop rainfly rainforest rainstorm raisin rale
  rally ramble ramification ramipril ramjet rammer ramp rampage rampart ramrod ranch randomization rangefinder
  ranitidine ransom rape rapeseed raphia rapid rapier rappee rappel rapport rapprochement raptor rariora raster ratan
  rataplan ratatouille ratch ratchet rathole rathskeller ration rational rationalisation ratlin ratline ratsbane
  rattan rattle rattler rattlesnake rauwolfia ravage rave ravehook raven ravine ravioli rawhide rayon razorback
  razorblade razzle razzmatazz rbi reabsorption reactance reactant readership readjustment reagent reagin realgar
  realty ream reamer reappearance rear rearguard rearmament rearrangement rearward reassignment reassurance reata
  rebate rebato rebellion rebirth rebound reboxetine rebozo rebuff recapitulation recapture receptacle recessional
  recessive recidivism reciprocation reciprocity reclamation reclassification recliner recognisance recognizance
  recoil recombinant recompense reconnaissance recorder recount recourse recovery recreation rectification rectifier
  rectory rectum rectus recuperation redbreast reddle rededication redemption redeployment redeposition redevelopment
  redeye rediscovery redistribution redoubt redox redraft redress reducer reductant reductase redwood reefer reel
  reelection reenactment reentry reeve refectory referendum refinery refit reflation reflectance reflectivity
  reflectometer reflector reflex reflexion reformatory refractometer refractory refresher refreshment refrigerant
  refrigeration refuge refund regalia regatta regency regeneration regiment regimentation regosol regulator regur
  regurgitation rehabilitation rehearsal reign reimbursement rein reindeer rejuvenation relapse relatedness relaxant
  relaxin relevancy relic relievo reliquary reluctance remake remand remarriage rematch remise remission remittance
  remnant remora remover remuda remuneration rendezvous renege renin rennet rennin renovation rensselaerite rental
  reorganization reparation repast repayment repeal repellant repellent repercussion repertoire repertory
  replenishment repose reposition repp reprisal reproducer reptile reptilian republic repulsion requisite rerebrace
  reredos resale rescue reseau resection reseda reserpine resettlement resid residence residency resiliency resin
  resinoid resistivity resolvent resonator resorcinol resorption resort respiration respirator restaurant restitution
  restorative restrainer restroom resurgence resurrection resuscitation resuscitator resuspension retainer retake
  retaliation retardant retch reticle reticulation reticule reticulum retinal retinene retinol retractor retread
  retreat retrenchment retrial retribution retriever retrofit retrorocket reunification reunion reuptake rev revel
  revelry revenge revers reversion revetement revetment revival revoke revolt revolver rhenium rheometer rheostat
  rhesus rheum rhinestone rhino rhinoceros rhinoplasty rhinoscope rhizome rhizopus rhodium rhodochrosite rhododendron
  rhodolite rhodonite rhodopsin rhomb rhombohedron rhomboid rhombus rhubarb rhyolite rial riata rib riband ribavirin
  ribband riboflavin ribonuclease ribonucleinase ribose ricer riches ricin rickey rickrack ricksha rickshaw ricochet
  ricotta ricrac riddance ridge ridgepole ridley riel rifampin riffle riffraff rifle rift rig rigatoni rightfield
  rigidification rigout rilievo rill rim rima rime rind ringgit ringlet ringside ringtail ringway rink riot ripcord
  ripple ripsaw riptide risotto rite ritonavir ritual rivalry riverbank riverbed riverside rivet rivulet riyal roach
  roadbed roadhouse roadkill roadrunner roadside roadster roadway roan roar robbery robin rockery rockslide rodent
  rodeo roe roebuck roentgen roentgenium roentgenogram roentgenoscope rofecoxib roller rollover romaine romp roneo
  rood rooftree roofy rook rookery roomette roomful roost rooster ropewalk ropeway rophy rosary rosebud rosebush
  rosemaling rosemary rosette rosewood rosin rostrum rotenone rotgut rotisserie rotl rottenstone rotunda rouble
  roughage roughcast rouleau roulette roundabout roundhouse roundup rout roux rowan rowboat rowel rowlock royal
  royalty rpm rubble rubdown rubefacient rubel rubicelle rubidium ruble ruck rucksack ruckus rudd rudder rudderpost
  rudderstock ruddle rudiment rue ruff ruffle rugby rugger rum rumble rumen ruminant rummer rump rumpus runabout
  runaway rundle runway rupee rupiah ruse rush rushlight rusk russet rustle rut rutabaga ruthenium rutherford
  rutherfordium rutile rya rydberg rye sabaton sabbat sabbatical saber sabin sable sabot sabotage sabre sac
  saccharase saccharide saccharin saccharose sachet sack sackbut sackcloth sackful sacque sacrament sacrifice
  sacrilege sacristy saddle saddleback saddlebag saddlebow saddlecloth saddlery safari safeguard safehold safekeeping
  saffranine saffron safranin safranine sag sagebrush sago saguaro sailboat sailcloth sailplane sainthood salade
  salamander salami saleratus saleroom salesroom salicylate salient salientian saline salinometer saliva salivation
  sallet sallow salmon salmonella salol salon saloon salsa saltation saltbox saltcellar saltine saltire saltpeter
  saltpetre saltshaker saltwater saltworks salvage salvation salve salver salvinorin salvo salwar samara samarium
  samarskite samba sambuca samiel samisen samite samovar sampan sanatarium sanatorium sanctuary sanctum sandal
  sandalwood sandbag sandbar sandblast sandblaster sander sandglass sandlot sandpaper sandpile sandpiper sandstone
  sandstorm sang sangapenum sangria sanguification sanitarium santims sap sapling saponification saponin sapphire
  sapphirine saprolite sapropel sapsucker saquinavir saran sarape saratoga sarcenet sarcophagus sarcosine sard
  sardine sardius sardonyx saree sargasso sari sarin sarong sarsaparilla sarsenet sash sashay sashimi sassafras
  satang satchel sateen satin satinet satinette satsuma sauceboat saucepan saucepot saucer sauerkraut sauna saunter
  saurian sausage saute savanna savannah savin savory savoury savoy sawbuck sawdust sawhorse sawmill sawtooth saxhorn
  saxitoxin saxophone scabbard scabicide scaffold scag scaler scallion scallop scallopini scalp scalpel scam scamper
  scampi scandium scantling scanty scape scapula scapular scapulary scarab scarecrow scarer scarfpin scat scattergun
  scauper scavenger scenery scheelite schilling schism schist schizogony schmear schmeer schnapps schnauzer schnecken
  schnitzel schnorchel schnorkel schnoz schnozzle scholarship schoolbag schooldays schoolhouse schoolroom schoolwork
  schoolyard schooner schorl schtick schtickl schtik schtikl scimitar scintilla scintillation sclera sclerometer
  scleroprotein sconce scone scoop scoopful scooter scopolamine scorcher scoreboard scoria scorper scotch scour
  scourge scow scrabble scramble scrap scrapbook scraper scrapheap scrapple scratchpad screech screwdriver screwtop
  scriber scrim scrimmage scrimshaw scrip scriptorium scrod scroll scrotum scrub scruff scrum scrunch scruple
  scrutiny scuba scud scuff scuffer scuffle scull scullery scum scupper scurry scut scutcheon scuttle scyphus scythe
  seabag seabed seaboard seaborgium seacoast seafaring seafood seafront seagull seahorse sealant sealer sealskin seam
  seance seaplane seaport seaquake searchlight seascape seashell seashore seaside seatbelt seawall seaward seawater
  seaway seaweed sec secant secateurs secernment secobarbital secpar secretaire secretariat secretase secretion sect
  sectional sedan sedative sedge sedition seduction seedbed seedling seedpod seepage seersucker seesaw segregation
  segue seidel seine seismogram seismograph sellotape selsyn seltzer selvage selvedge semen semester semi
  semiautomatic semicentenary semicentennial semicircle semifinal semigloss seminar seminary semitrailer sen senate
  sene senescence senility seniti sennit sensitiser sensitizer sensitometer sente sepiolite seppuku sept septation
  septenary septet septillion septum sepulcher sepulchre sequel sequenator sequencer sequestration sequin sequoia
  seraglio serail serape serendipity serge serger sericulture serigraph serine serosa serotonin serpent serratus
  sertraline serum serviette servo servomechanism servosystem sesame sess sestet setback setline setoff setscrew sett
  settee settle sevener seventeenth seventies severance sewage sewer sewerage sex sexism sextant sextillion sextuplet
  sgraffito shabu shack shackle shadowgraph shake shakeup shako shale shalwar sham shamble shamisen shammy shampoo
  shamrock shanghai shank shantung shanty shantytown shapelessness shark sharkskin sharpener shawl shawm shay sheaf
  shear sheath shebang sheepcote sheepdog sheepfold sheeprun sheepshank sheepshead sheepskin sheepwalk sheesha shekel
  sheldrake shelfful shellac shellfire shellfish shelter shelterbelt shenanigan sherbet sherd sherry shiatsu shiitake
  shillalah shillelagh shim shimmer shimmy shin shinbone shindig shingle shinny shinpad shipbuilding shipload
  shipment shipway shipwreck shipyard shire shirtdress shirtfront shirtsleeve shirtwaist shirtwaister shisha shiv
  shiva shivah shiver shoal shoddy shoebox shoeful shoehorn shoelace shoestring shoetree shofar shogunate shoji shoot
  shooter shootout shopfront shophar shopwindow shoreline shortbread shortcake shotgun shove shovelful showboat
  showerhead showpiece showroom showtime shrapnel shred shredder shrift shrike shrimper shrine shrinkage shroud shrub
  shrubbery shtick shtickl shtik shtikl shuck shuffleboard shunt shunter shutout shutter shuttle shuttlecock shy si
  sial siccative sick sickbag sickbay sickbed sickle sickroom sideboard sideburn sidecar sidelight sideline siderite
  siderophilin sidesaddle sideshow sidestep sidetrack sidewalk sidewall sidewinder siege siemens sienna sierra siesta
  sieve sifter sigmoidoscope signage signboard signet sildenafil silencer silesia silex silica silicate silicide
  silicon silicone silkscreen silkwood silkworm sill silo siloxane silt siltstone silva silverback silverfish
  silverpoint silverware silverwork silvex sima simazine simian simoleons simoom simoon simvastatin sinapism sine
  sinew singlestick singlet singleton sinker sinkhole sinoper sinopia sinopis sinuosity sinuousness sinus sinusoid
  sip siphon sirloin sirocco sisal sise sisterhood sitar sixer sixpack sixpence sixteenth sixties sixtieth sizzle
  skag skank skate skateboard skedaddle skeet skeg skein skep skepful sketchbook skewer ski skiagram skiagraph
  skiagraphy skibob skidpan skiff skillet skim skipjack skirl skirmish skirt skit skittle skivvies skull skullcap
  skybox skyhook skylark skylight skyline skysail skyscraper skywalk skyway slab slag slain slalom slam slap slat
  slate slater slaughter slaughterhouse slaw sledge sledgehammer sleepover sleepwear sleet sleeve sleigh slew slicker
  slideway slight slime slingback slingshot slip slipcover slipknot slipover slippage slipstick slipstream slipway
  slit sliver slivovitz slobber sloe sloop slop slopshop slowdown sludge slug slugfest sluice sluicegate sluiceway
  slum slump slurry slush smack smaltite smash smegma smelt smelter smeltery smidge smidgen smidgeon smidgin
  smithereens smithy smock smokehouse smokescreen smokestack smolder smooch smoothbore smoother smorgasbord smudge
  smut snack snaffle snafu snag snakehead snap snapdragon snapline sneaker sniff sniffle snifter snip snipe snivel
  snood snook snooker snooze snore snorkel snout snowball snowbank snowbell snowboard snowdrift snowfall snowfield
  snowflake snowman snowmobile snowplough snowplow snowshoe snowstorm snowsuit snuff snuffbox snuffer snug snuggery
  snuggle soakage soaker soapbox soaprock soapstone soapsuds soar soccer sociable socialization society socle soda
  sodalite soddy sodom sodomy soffit softback softball softener softwood soiree sojourn sol solan solarium soldiery
  solenoid solidification solitaire solleret solo solstice solution solvate solvation som soma soman sombrero
  somersault somerset sonar sone songbird sonogram sonograph sonometer soot sop soporific sorb sorbate sorbent sorbet
  sordino sorghum sorority sorption sorrel sortie sou souffle souk soundboard soundbox sounder soundtrack soupcon
  soupspoon sourball sourdine sourdough sousaphone soutache soutane southeast southeaster souther southerly southland
  southward southwest southwester souvenir souvlaki soviet sowbelly soy soya soybean spa spacecraft spaceship
  spacesuit spackle spade spadeful spadework spaghetti spaghettini spall spallation spam spandex spandrel spandril
  spangle spaniel spank spanner spar sparerib sparker sparkler spasmolytic spatchcock spate spatter spatula speakeasy
  speakerphone spear spearfish spearmint spearpoint specialisation specialization speciation specie spectinomycin
  spectrogram spectrograph spectrometry spectrophotometer spectroscope spectroscopy speculum speedboat speedometer
  speedway spelt spelter sperm spermaceti spermatocide spermatogenesis spermicide sphalerite sphenoid spheroid
  spherometer spherule sphincter sphygmomanometer spicemill spiegel spiegeleisen spigot spikenard spile spillage
  spillikin spillover spillway spindle spindrift spine spinel spinet spinnaker spire spirituality spirogram
  spirograph spirometer spironolactone spit spitball spittle spittoon spitz splash splashboard splashdown splasher
  splat splatter splay spleen splenectomy splice spliff splint splinter splitsaw splutter spodumene spoil spoilage
  spokeshave sponge sponsorship spool spoondrift spoonful spoor spore sporran sport sportswear sporulation spout
  sprag sprat sprawl spreader spree sprig springboard springer springtime sprinkle sprinkler sprint sprit spritsail
  spritz spritzer sprocket spruce spud spume spunk spurt sputnik sputter sputum spyglass spyhole squab squadron
  squall squat squawk squeak squeaker squeal squeegee squeezer squib squid squinch squirm squirter squish sr stabile
  stabilisation stabiliser stabilization stabilizer stachyose stacte staddle stadium staff stag stagecoach
  stagflation stainless stair staircase stairhead stairway stairwell stake stakeout stalk stallion stamen stammel
  stampede stanchion standby standoff standpipe stanhope stannite stapes staph staphylococcus staple staplegun
  stapler starboard starch starches stare starfish starlight starling starship starter startle startup stash
  stateroom statin stator statuary statue statuette staysail stead steak steakhouse steal stealth steam steamboat
  steamer steamship stearin steatite steed steelworks steelyard steeper steeple steeplechase steerage stegosaurus
  stein stela stele stemma stencil stent stepladder steppe steprelationship steradian stercobilinogen stereo
  stereophony stereoscope steriliser sterilization sterilizer sterling stern sternpost sternum sternutator
  sternutatory sternwheeler steroid sterol stethoscope stewpan sthene stibnite stickball sticker stickpin stickup
  stiffener stifle stigma stilbesterol stilbestrol stilboestrol stile stiletto stillroom stilt stimulation stinger
  stingray stinkweed stint stipend stirrup stitch stitchery stob stockade stockcar stockhorn stockinet stockinette
  stockpile stockpot stockroom stockyard stoep stogie stogy stokehold stokehole stomacher stomp stoneware stonework
  stoop stopcock stopgap stopover stopple stopwatch storax storefront storehouse storeroom storey stork stotinka
  stoup stout stovepipe strafe straggle straightaway straightedge straightener straightjacket strainer strait strake
  strangler strangulation strap strapless stratagem stratification stratosphere strawboard stray streak streamer
  streamlet streamliner streetcar streetlight strengthener strep streptodornase streptokinase streptolysin
  streptomycin streptothricin stressor stretcher stria striation strickle strikeout stripper strobe stroboscope
  stroll strongbox stronghold strongroom strontianite strontium strop strophanthin strudel struggle strum strut
  strychnine stubble stucco studio stumble stump stunt stupa sturgeon stylization stylus styptic styrene subbase
  subcommittee subcompact subcontinent subculture subdivision subduction subfigure subjunctive sublet sublimate
  sublimation submarine submersible submersion submucosa subpart subsistence subsoil subspace subspecies substation
  substructure subtilin subtraction subtrahend subunit suburb suburbia subversion subwoofer succinylcholine succor
  succotash succour succulent suck sucralfate sucrase sucre sucrose suction sudation sudatorium sudatory sudorific
  suds suede suet suffocation suffusion sugarcane sugarloaf sugarplum sugi suicide suitcase sukiyaki sulfa
  sulfacetamide sulfadiazine sulfamethazine sulfamethoxazole sulfamezathine sulfanilamide sulfapyridine sulfate
  sulfide sulfisoxazole sulfonamide sulfonate sulfonylurea sulfur sulindac sulky sulla sulpha sulphate sulphide
  sulphur sultana sultriness sumac summerhouse summertime sumo sump sumpter sunbeam sunblind sunblock sunbonnet
  sunburst sundae sundial sundog sundown sundress sundries sunfish sunglass sunglasses sunhat sunlamp sunlight
  sunporch sunray sunrise sunroof sunroom sunscreen sunset sunshade sunshine sunspot sunstone sunsuit suntrap sunup
  sup supercharger supercomputer superhet superhighway superload supermarket supermolecule supernatant supernova
  superoxide superpower superstructure supertanker supertwister supper suppertime supplejack support suppository
  suppressant suppuration surbase surcease surcharge surcoat surf surfactant surfboard surfboat surge surplice
  surprint surrealism surrey surtout surveillance sushi suspender suspensor suspensory sustenance suture swab swad
  swag swage swallowtail swamp swan sward swarm swash swat swatch swath swathe swatter sweatband sweatbox sweatpants
  sweatshirt sweatshop sweatsuit sweepstakes sweetener swerve swig swill swimsuit swimwear swindle swine swingletree
  swipe swirl swish switchblade switchboard switcheroo swivel swizzle swob swoon swoosh sword swordfish swordplay
  sycamore sylvanite sylvine sylvite symbiosis sympathectomy symposium synaeresis synagogue synapsis synchro
  synchrocyclotron synchroflash synchromesh synchronicity synchronisation synchroniser synchronism synchronization
  synchronizer synchronoscope synchrony synchroscope synchrotron syncope syndicate syndication syneresis synergism
  synergist synergy synezesis synizesis synthetism syphon syringa syringe syrinx syrup systematization syzygy tabard
  tabasco tabbouleh tabby tabernacle tabi tableau tablecloth tablefork tablespoon tablespoonful tablet tabletop
  tableware tabor taboret tabour tabouret tabulator tabun tach tacheometer tachistoscope tachograph tachometer
  tachylite tachymeter tack taconite tadalafil tadpole tael taenia taffeta taffrail taffy tailboard tailcoat tailfin
  tailgate taillight tailpiece tailpipe tailplane tailrace tailstock tailwind taipan taka takeaway takedown takeoff
  takeout takeover takin tala talaria talc talcum talisman tallboy tallith tallow talon talus tam tamale tambac
  tambala tambour tambourine tammy tamoxifen tamp tamper tampion tampon tanager tandoor tanga tangent tangerine
  tangle tango tangram tankage tankard tanker tankful tanner tannery tannin tannoy tansy tantalite tantalum tapeline
  tapeworm taphouse tapioca tapir tapis tappet taproom tar tarantula tarboosh tare tarmac tarmacadam tarn taro tarot
  tarp tarpaulin tarpon tarragon tarsal tarsus tartan tartar tartrate tasse tassel tasset tater tatter taunt taurine
  tavern tawse taxation taxicab taximeter taxiway te teacart teacup teacupful teahouse teak teakettle teakwood team
  teamwork teapot tear teardrop teargas tearoom teashop teaspoon teaspoonful teat teatime tebibit tebibyte tech
  technetium technocracy teddy tee teepee teeter teeterboard teetertotter teetotum tektite telamon telegraph
  telemarketing telemeter telephone telephoto telephotograph teleportation teleprinter teleprocessing telescope
  telethermometer teletypewriter telex telfer telferage telluride tellurium telly telomerase telophase telpher
  telpherage temazepam tempera temperateness temple tempura tenancy tenderiser tenderizer tenderloin tendon tenement
  tenge tenia tenner tennis tenon tenoroon tenpin tensimeter tensiometer tenter tenterhook tenure tepee tequila
  terabit teraflop terahertz teratogenesis terazosin terbinafine terbium tercet teriyaki termination terminus termite
  ternary ternion terpene terrace terrapin terrarium terrier terrine territoriality terrorism terrycloth tertiary
  terzetto tessella tessera tesseract testa testicle testiere testosterone testudo tether tetherball tetra tetracaine
  tetrachloride tetracycline tetragon tetrahalide tetrahedron tetrasaccharide tetraskele tetraskelion tetri tetrode
  tetrodotoxin tetrose tetroxide tetryl textile thalamus thalidomide thallium thalweg thanksgiving thatch theater
  thebe theelin theft thenar theodolite theophylline therapeutic theremin therm thermel thermistor thermocouple
  thermograph thermogravimeter thermohydrometer thermojunction thermometrograph thermometry thermopile thermoplastic
  thermoregulator thermos thiabendazole thiamin thiamine thiazide thiazine thickener thicket thievery thigh thighbone
  thill thimble thimbleful thimerosal thingamabob thingamajig thingmabob thingmajig thingumabob thingumajig thingummy
  thinner thiocyanate thioguanine thiopental thioridazine thiotepa thiothixene thiouracil thirteenth thirties
  thirtieth thistle thole tholepin thong thoracotomy thorax thorite thorium thoroughfare thortveitite thou thrash
  thrasher threader threepence threescore threesome threonine thresher thrift thriftshop throat thrombin thrombocyte
  thrombokinase thrombolysis thrombolytic thromboplastin throne throng throstle throughway thrum thruway thud thuggee
  thulium thumb thumbhole thumbnail thumbnut thumbscrew thumbstall thumbtack thump thunder thunderbolt thunderclap
  thundercloud thunderhead thundershower thunderstorm thurible thwack thwart thyme thymidine thymine thymol thymus
  thyroglobulin thyroid thyroidectomy thyronine thyroprotein thyrotrophin thyrotropin thyroxine ti tiara tibia tical
  ticker ticktock tidbit tiddlywinks tidemark tidewater tidy tieback tiebreaker tiepin tightrope tigress tiller
  timber timberland timberline timbrel timepiece timid timolol timothy timpani tincture tinder tine tinfoil tinge
  tinkle tinplate tinsel tinsnips tintack tintometer tinware tipi tippet tipple tiptoe tirolean tit titania titanium
  titbit titfer titmouse titration titrator tittle titty tiyin toad toadstool toastrack toboggan tobramycin toby
  tocainide tocopherol toddy toea toecap toenail toffee tofu toga toil toilet toiletry toilette tokamak toke
  tolazamide tolazoline tolbooth tolbutamide tole toll tollbar tollbooth tollgate tollhouse toluene tom tomahawk tomb
  tombac tombak tombstone tomcat tomfoolery tomograph tompion toner tongs tongue tonic tonnage tonometer tonsil
  tonsillectomy toolbox toolhouse toolshed toot toothpaste toothpick toothpowder topaz topcoat tope topee topgallant
  tophus topi topiary topknot topmast topsail topside topsoil toque tor torchlight tore tornado toroid torr torrent
  torsion torso tort tortellini tortilla tortoise tortoiseshell tortuosity tortuousness torus toss tossup tostada tot
  totalisator totaliser totalizator totalizer tote totem toucan touchdown touchscreen touchwood toupe toupee tour
  tourmaline tournament tourney tourniquet tow towboat towline townsfolk township townspeople towpath towrope
  toxicant toxin toxoid toyshop tracery trachea tracheostomy tracheotomy trackball tract tragacanth tragedy
  traineeship trainload tramcar tramline trammel tramontana tramontane trample trampoline tramway trandolapril
  tranquilizer tranquilliser tranquillizer transactinide transaminase transamination transcriptase transduction
  transept transferase transferrin transfusion transgression translocation transmigration transmittance
  transmogrification transmutation transom transparence transpiration transplantation transponder transporter
  transposon transudate transudation transvestitism tranylcypromine trapeze trapezium trapezius trapezohedron
  trapezoid trave trawl trazodone treacle treadle treadmill treadwheel treason treasure treasury trebuchet trebucket
  treenail treetop treillage trek trellis tremble tremolite tremor trenail trench trepan trephine trespass tress
  trestle trestlework trews trey triacetate triad triage triamcinolone triazine triazolam tribromoethanol
  tribromomethane tribunal tributyrin trice triceps trichloride trichloroethane trichloromethane trichroism trick
  triclinium tricolor tricolour tricorn tricorne tricot tricycle tricyclic trident tridymite trifle trifluoromethane
  triglyceride trigon triiodomethane trike trilateral trillion trillionth trilogy trimaran trimer trimester
  trimipramine trine trinitroglycerin trinitrotoluene trinity trinket trio triode triolein triose trioxide
  tripalmitin triphammer triplet triplicate tripod tripoli triptych trireme trisaccharide triskele triskelion
  tristearin tritium triumph triumvirate trivet trivia troika trolleybus trombone troop troopship tropic trot
  trotline trotter trough troupe trouser trousseau trove trowel troy truancy truckle trudge truffle trump trumpet
  truncheon trundle trunk trunnel truss trypsin trypsinogen tryptophan tryptophane tryst tsetse tsunami tsuris tub
  tuba tubeless tuber tuberculin tubful tubocurarine tubule tuck tudung tufa tuff tuffet tuft tug tugboat tughrik
  tugrik tuille tulip tulle tum tumbleweed tumbrel tumbril tumefaction tumulus tun tuna tundra tung tungstate
  tungsten tunic tunny tup tupek tupelo tupik tuppence turban turbinate turbofan turbogenerator turbojet turboprop
  turbulency tureen turf turkey turnaround turnbuckle turndown turnery turnip turnout turnpike turnspit turnstile
  turntable turnup turpentine turpitude turquoise turret turtledove turtleneck tush tusk tussle tutelage tux tuxedo
  twain twang tweak tweed tweet tweeter tweezer twenties twentieth twiddle twilight twill twine twinjet twinkle twirl
  twister twitter twosome tying tyiyn tympan tympani typewriter typhoon typography tyramine tyrannosaurus tyranny
  tyrocidin tyrocidine tyrosine tyrothricin tzetze ubiquinone udder udometer uke ukulele ullage ulna ulster
  ultracentrifugation ultracentrifuge ultramarine ultramicroscope ultrasound umber umbilical umbilicus unconfessed
  uncus undecagon underachievement underbelly underbodice underbrush undercarriage underclass underclothes
  underclothing undercoat undercut underdrawers underfelt underframe undergarment undergrowth underlay underlayment
  underpants underpass underseal undershirt underside underskirt undersoil understructure underwear underwood
  underworld undies undulation unemployed unguent unicycle unification uninitiate unitard university unmentionable
  unnilquadium untying ununbium ununhexium ununpentium ununquadium ununtrium upcast updraft uphill upholstery upkeep
  upland uplift uppercut upright upshot upside upstage uptake uptown uracil uraninite uranium uranyl urate urceole
  urea urease ureter urethane urethra urinal urinalysis urination urine urn urobilin urobilinogen urochesia urochezia
  urokinase usury ut utensil uterus uvula vac vacation vaccination vaccinum vagabond vagina vagus valance valdecoxib
  vale valency valerian valine valise valsartan vambrace vanadate vanadinite vanadium vancomycin vandalism vane
  vanguard vanilla vantage vaporisation vaporiser vaporization vaporizer var vara vardenafil varietal variometer
  varna varnish varsity vascularisation vascularization vase vasectomy vasoconstrictive vasoconstrictor vasodilative
  vasodilator vasopressor vat vault veal veau veg vegetarianism veggie veil vein velcro veldt vellum velocipede
  velodrome velour veloute velvet velveteen vena vendetta veneer vengeance venison venogram venom vent ventail
  venthole ventilator ventricle venture venue veranda verandah verapamil verbena verdigris verge vermicelli vermicide
  vermiculation vermiculite vermifuge vermouth vernix veronal veronica versed verst vertebra vertebrate verticil
  vesicant vesication vesicatory vesiculation vesper vest vestibule vestiture vestment vestry vesuvian vesuvianite
  veto vi viaduct vial viand vibraharp vibraphone vibrato vibrator vicarage vichyssoise vicinity victory vicuna
  videocassette videodisc videodisk videotape viewfinder viewgraph vigilantism vii viii vinaigrette vinblastine
  vincristine vindication vinery vineyard vinification vino vinyl vinylbenzene viol viola violence violoncello
  viomycin viosterol viper vireo virga virginal viricide virilisation virilization virucide visage viscera viscometer
  viscose viscosimeter vise visitation visor vitrification vitrine vitriol vivarium vivisection vizor vocation vodka
  voile volary volcanism vole volley volleyball voltmeter volumeter volute volution vomit vomitive vomitory vomitus
  voodoo vortex vouge voussoir voyeurism vroom vulcanisation vulcanite vulcanization vulture vulva waddle wadi wafer
  waffle waft wager waggle waggon wahoo wainscot waist waistband waistcloth waistcoat waistline waiver wakeboard
  walkabout walkout walkover walkway wallaby wallboard wallet wallflower wallop wallow wallpaper walnut walrus waltz
  wampum wampumpeag wan wane war warble wardroom ware warfare warfarin warhead warhorse warmer warplane warship wart
  warthog wartime wasabi washbasin washboard washbowl washcloth washhouse washout washrag washroom washstand washtub
  washup wastage wastebasket wastebin wasteland wastewater wasteweir watchband watchstrap watchtower watercannon
  watercolor watercolour watercress waterfall waterfinder waterfront waterline waterloo watermark watermelon
  waterpower waterproof waterscape watershed waterskin waterspout waterway waterwheel waterworks wattage wattle
  wattmeter waveguide wayside weapon weaponry wearable weatherboard weathercock weatherglass weatherstrip weathervane
  webcam weber wedge wedgie wee weedkiller weeknight weenie weevil weewee weft weighbridge weir weldment welfare
  wellhead wellpoint wellspring welterweight wester westerly westward wether wetland wetter whack whacker whaleboat
  whalebone whammy whang wharf whatchamacallit whatchamacallum whatnot whatsis wheatgrass wheelbarrow wheelchair
  wheelhouse wheelwork wheeze whelp whereabouts wherewithal wherry whetstone whey whiff whiffletree whinny whip
  whipcord whippet whippletree whippoorwill whipsaw whipstitch whir whirl whirligig whirlpool whirlwind whirlybird
  whisk whisker whiskey whisky whist whit whiteface whitefish whitener whiteout whitewash whitewater whitewood
  whizbang whizzbang wholesale whoopee whoosh whorehouse whorl wickedness wicker wickerwork wicket wickiup widgeon
  widowhood wiesenboden wig wiggle wigwam wikiup wildcat wildebeest wildflower wile willet willow willowware wimble
  wimple wincey winceyette winch windage windbreak windbreaker windcheater windfall windjammer windlass windmill
  windowpane windowsill windpipe windscreen windshield windstorm windup windward wine wineglass winepress winery
  wineskin wink winkle winnow wintergreen wintertime wipeout wiretap wirework wishbone wisp wisteria withe woad
  wobble wobbler wok wolfbane wolfram wolframite wolfsbane wollastonite womankind womb wombat won wonderland wonton
  woodbine woodcarving woodchuck woodcock woodcut woodenware woodland woodlet woodpecker woodpile woodruff woodscrew
  woodshed woodwind woodwork woof woofer woolen woollen workbag workbasket workbench workboard workbox workday
  workhorse workhouse workout workpiece workplace workroom workshop worktable workwear workweek worm wormcast
  wormhole wormwood worship worst wort wpm wrack wraparound wrapper wreath wreckage wrestle wriggle wring wringer
  wrinkle wristband wristlet wristwatch wulfenite wurtzite xanthate xanthine xanthophyl xanthophyll xc xenogenesis
  xenon xenotime xerox xi xii xiii xiv xix xl xv xvi xvii xviii xx xxi xxii xxiii xxiv xxix xxv xxvi xxvii xxviii xxx
  xylem xylene xylol xylophone xylose yacht yagi yam yap yardarm yarder yarmelke yarmulka yarmulke yashmac yashmak
  yataghan yaw yawl yawn yellowbird yellowcake yellowtail yelp yeshiva yesteryear yip ylem yobibit yobibyte yoghurt
  yogurt yoke yolk yore yottabit yottabyte yr ytterbite ytterbium yttrium yuan yucca yurt zabaglione zag zaire
  zalcitabine zap zapper zarf zeaxanthin zebibit zebibyte zebra zenith zeolite zep zephyr zettabit zettabyte
  zidovudine zig ziggurat zigzag zikkurat zikurat zilch zill zillion zinc zinfandel zing zinkenite zinnia zinnwaldite
  zipper zippo zircon zirconia zirconium zither zithern ziti zloty zodiac zona zoo zootoxin zori zucchini zygomatic
  zygote zygotene zymase zymogen zymolysis zymosis
  `,
  /** Attributes, states and thoughts. */
  notions: `
  ab abasement abdication aberration abjection ablative abnormality abolitionism abracadabra abrasion abridgment
  abruptness abscess abscissa absentmindedness absolution absorbency abstention abstinence abstractedness abstraction
  abstruseness abstrusity absurd absurdity abundance accent accidence accord accordance accountability accusative
  acetonemia acidosis acidulousness acknowledgment acme acne acquaintance acquaintanceship acquiescence acquirement
  acreage acridity acrimony acromegalia acronym acrophobia activism actuality acuity acute acuteness adage adagio
  adaptability addiction adenoma adeptness adequacy adhesion adieu adios adjective admissibility admittance
  admonition adroitness adulation adumbration advancement adverb adverbial adversity advert advertence advertency
  advertisement advice advisability advisement advisory aerology aeromedicine aesthesia aesthesis aesthetic
  affability affair affidavit affiliation affirmation affirmative affix affixation afflatus affliction affluence
  afterimage aftersensation aftertaste afterthought afterworld agility agitation agnosticism agoraphobia agrobiology
  agrology agronomy ague ahem ailment aimlessness airmail airmanship alacrity alarum albatross album alcoholism aleph
  alertness alexia algebra algology alibi alienism aliyah allegory allergology allergy alliance alliteration
  allometry allure allurement allusion almanac aloha aloneness alopecia alpha altercation altruism alveolar
  amateurishness amateurism ambiance ambience amelia amentia amity amnesia amnesty amoralism amour ampersand
  amphibology amputation anaemia anaesthesia anagoge anagram analgesia analogue analogy analphabetism analyticity
  anaphylaxis anaplasmosis anarchism anarchy anatomical anchorage anecdote anemia anesthesia anesthesiology aneurism
  aneurysm angelology angina angiology angioma anima animalism animality animation animatism animatronics animism
  annals announcement annulment anomie anonymity anorexia anoxia antagonism anthem anthology anthrax anthropocentrism
  anthropology anthropomorphism anthroposophy antialiasing antinomianism antiphonal antiphonary antisemitism antitype
  apartheid aphasia aplomb apnea apologia apophatism apoplexy apostrophe appearance appellation appellative
  appendicitis apperception applecart appraisal aptitude aqua arabesque arachnophobia arbitration archaeology
  archeology archetype arena argot aria aridity arithmancy arity armband armistice armory armoury aroma arraignment
  arrears arrhythmia arrivederci arrogance arteriolosclerosis arthritis articulation artificiality artistry artwork
  ascendancy ascendant asceticism ascription asphyxia asphyxiation aspirate aspiration assay assent assertiveness
  assessment assiduity assimilation associationism assurance asterisk asthma astigmatism astringence astringency
  astrobiology astrodynamics astrology astrometry astrophysics astuteness asystole atheism athleticism atomism
  atresia atrophy attentiveness attitude audacity audiology audiometry audition austerity authenticity authorisation
  autism autobiography autograph autonomy autopilot autotelism avail awareness awfulness awkwardness axiology axiom
  babble backache backbeat backdoor backseat backtalk backwardness bacteriology badinage bafflement bait balderdash
  baldness balkiness ballad balletomania ballgame ballot ballyhoo banality bandwagon bane banishment banns banter
  banzai barb barbarity barrage barrenness bass bathos bauble bawdy beacon beast beaut bebop beck bedlam bedsore
  befuddlement beggary behaviorism behaviourism behest beige belief believability bellow bellyache bellyful
  bemusement bereavement beriberi bestiality bestseller beta beth betrothal bewilderment bewitchment bible bicker
  bigamy bigness bigotry bilabial bilharziasis bilingualism bill billet bimonthly binomial bioassay biochemistry
  bioclimatology bioengineering bioethics biofeedback biogeography biography biohazard biomedicine biometrics
  biometry biophysics biopsy bioremediation bioscience biostatistics biosystematy biotech biotechnology birdsong
  birthmark birthright biweekly blacklist blackness blain blandness blarney blasphemy blatancy blather bleach blemish
  blessedness blight blindness blister blockage bloodstain blot blotch blueness blueprint bluntness blurb blush
  bluster boast boastfulness boatmanship boilerplate boldface boldness bolero bombardment bombast bondage bonhomie
  bonus boo boogie booklet boon bosom botheration botulism bounce brag braggadocio brainpower brainstorm brandish
  bravado brawn brazenness breadth brevet brevity brilliancy broadside brochure bronchiolitis bronchitis brownout
  brucellosis bruise brunt brushwork brutality bubo bugology bulimia bulletin bump bumpiness bunion buoy burlesque
  bursitis buzzword bye bylaw cabala cabalism cablegram cachet cadence cadenza cairn caliber calibre calligraphy
  callousness callus calmness calumny camaraderie camouflage canard cancroid candor candour canker canon cant cantata
  canto capableness capaciousness capitalization capitulation capstone captivity carcinoma cardiogram cardiology
  cardiomegaly cardiomyopathy carelessness caricature carmine carol carte cartoon casebook caste castigation
  casuistry catalepsy catalog catalogue cataphatism cataract catatonia catcall catchphrase catechism catholicity
  caution celerity celibacy cellulitis censure centerfold centerpiece centile centralism centrepiece centrism
  cerebration certainty certiorari certitude cerulean chafe championship chant chantey characterization charade
  charter chatter chauvinism cheerfulness cheerio chemoimmunology chevron chi chickenpox childishness chiliasm
  chirology chiromancy chiropody chitchat chivalry chlamydia cholangitis cholecystitis cholelithiasis cholera choral
  chorale chortle chrestomathy chroma chromaesthesia chromesthesia chronicle chuckle chutzpah ciao cinema cipher
  circulation circumference circumspection cirrhosis citizenship cityscape civility cladistics clairvoyance clamour
  clannishness claptrap claret clarification classicalism classicism classified claustrophobia cleanliness clearance
  clearness cleavage clef clemency cleverness cliche climatology clime clincher cloudiness clout clubfoot clue
  clumsiness clutter coccidioidomycosis coccidiosis cockiness cocksureness coda codex codicil coexistence cogitation
  cognisance cognizance cohesion cohesiveness coldness colic colitis colloquialism collusion coloration colouration
  coma comatoseness comeback commandment commendation commonplace commotion communication communique comp
  companionship comparative compendium competency competitiveness complaisance completeness complexion complicity
  comportment composure comprehension compulsivity comradeship con concealment conception conceptualism conceptuality
  concerto concession conciliation conciseness concretism concurrence condensation condescension condolence confab
  confabulation confederation confession confidentiality configurationism confinement conformism conformity
  confrontation confusedness conga congeniality conjecture conjunctivitis conjury connective connectivity conniption
  connoisseurship connotation consciousness conservatism conservativism consistence consonant constancy constatation
  constitution consultation consumerism contextualism continence contour contradistinction contusion conundrum
  convenience conventionality convergency conversance conversancy converse convexity conveyance conviction
  conviviality convulsion cookbook copestone copybook cornerstone cornucopia coronary corporeality corpulence
  correlative corroboration corrosion cosmogeny cosmogony cosmography countenance counterculture counterexample
  counteroffer counterplan counterplot counterpoint counterproposal countersign counterterrorism coupon courtship
  couth covariation covenant cowardice cowpox coyness craftiness craftsmanship craniology craniometry crankiness
  crassness craze craziness creationism creativeness creativity creature credence credibility credo credulity creed
  creepiness crescendo crick criminality criminology crimson crispness crisscross croak crossbones crosscheck
  crossfire crosshairs crosshatch crossword croup crown crozier crudity cryobiology cryogeny cryptanalysis
  cryptography cryptology crystallography cull culpability cultus cuneiform curiosity curiousness cursive curtness
  curtsey curtsy curvature custody cuteness cv cyan cyanosis cyberculture cybersex cyclone cyst cytology dah
  daintiness damnation dampness dance dandruff danish dare darn daydream dazzle deafness dearth debasement debate
  debility decadence deceleration decency declamation declination deconstruction decorativeness decorum decree
  decrement decubitus deepness defamation defensive defiance deflection deforestation deftness degeneracy dehydration
  deictic deism deixis dejection deliberation delicacy deliciousness delineation delirium delusion demeanor demeanour
  dementia demerit demineralization democracy demographic demonism demonstrative demotic demur demurrer
  demythologization dendrology dengue denseness dental dentistry denunciation dependability depigmentation deportment
  depravation depravity depression derangement dereliction dermatitis dermatology descant descriptivism desiccation
  designation desirability desolation despatch desperation despotism detainment detergency deterioration determinant
  determinism deuce deviance dexterity diabetes diabolism diachrony diagonalisation diagonalization dialectic
  dialectology dialog diam diarrhea diarrhoea diary diatribe dickens dictation diction dictum differentiation
  digitisation digitization digression dilatation dilation diligence diminutive dinge diphtheria diphthong diploma
  diplomacy directionality directive directivity directness dirge dirtiness disapprobation disarray disbelief
  disclaimer disco discoloration disconnection discontinuity discordance discourtesy discreetness discretion
  disenchantment disfavor disfigurement disfluency disharmony dishonesty dishonor dishonour disillusionment
  disinformation disintegration disinterest disloyalty disorganization disorientation disparagement dispassion
  disposition disproof disqualification disrepair disrepute dissemination dissension dissent dissertation dissonance
  distaff distemper distention distinctness disuse dit ditto ditty diuresis divergency diverticulitis diverticulum
  divertimento divestiture divination dizziness docket doctorate doctrine docudrama documentary dodge doggerel dogma
  dogmatism doh doldrums domesticity dominance dominion donkey doric dossier doublethink doubtfulness dovishness
  downbeat downstroke dowse drab drama drawl dreamland dreamworld drivel drogue drollery drowsiness druidism
  drunkenness druthers dryness dualism dub dubiety dubiousness dukedom dullness dumbness dunghill duplicity
  durability duress dynamism dysentery dyslexia dysplasia dyspnea dystrophy earache earful earldom earmark easement
  ebony eccentricity ecchymosis ecclesiology echelon echo eclecticism ecru ecstasy eczema edema edict edification
  editorial efficacy effrontery effusion egalitarianism egoism egotism ejaculation eldorado electrocardiogram
  electrochemistry electrosleep elegance elegy elicitation eligibility elitism elocution eloquence email embargo
  embolus embroidery embryology eminence emotionalism emotionality emphysema empiricism employment encephalitis
  encephalogram encephalopathy encumbrance encyclopaedia encyclopaedism encyclopedia encyclopedism endaemonism
  endangerment endocarditis endocrinology endodontia endowment endurance enervation engram engrossment enhancer
  enigma enlightenment enmity enology enormity enquiry enslavement entailment enterotoxemia enthalpy enticement
  entirety entitlement entomology enunciation environmentalism enzymology epic epicureanism epidemiology epidural
  epigram epigraphy epilepsy epilogue episteme epistemology epistle epitaph epithet epitome epsilon equalitarianism
  equanimity equidistribution equivocation erasure erection ergot eroticism ersatz eruditeness erudition erythema
  escalator escapology eschatology esprit essence establishmentism esthesia esthesis esthetic estoppel estrangement
  ethic ethicism ethnicity ethnocentrism ethnography ethnology ethology ethos etiquette etymology eudemonism eulogy
  euphemism euphony euthenics evangelicalism evangelism evasion evasiveness evilness evocation evolutionism
  exaggeration exaltation exam examen excess excitability exclamation exclusiveness excogitation excommunication
  excursus exemplar exemption exhaustion exhibitionism exhortation exigency existentialism exobiology exodontia
  exoneration exorcism expanse expansionism expansiveness expedience expediency experience experimentalism
  experimentation expertness expletive explication exposition expressiveness externalisation externalization
  exteroception extravagance extremism eyesight eyesore eyestrain fable fabrication facer facet facilitation factoid
  factorial factorisation factorization faculty fado fairyland fairytale faithfulness falconry fallacy falsehood
  falsetto falsification falsity familiarisation familiarity familiarization fanaticism fanatism fancy fanfare fang
  fantasia fantasy fantods fardel fare farewell fasciculation fascism fashion fatalism fatness favoritism favouritism
  fawn fealty fecundity federalism feeblemindedness feebleness felicity feminine femininity feminism femtochemistry
  ferocity fester fetichism fetishism fetology fetor fettle fiat fib fibrillation fibrosis fiction fierceness fig
  figment fillip filthiness finale finality fineness finesse fingerboard firepower firmness fishbowl fistula fixation
  flair flamenco flashback flashpoint flatness flattery flatulence flaunt flavor flexure floater floodgate flourish
  fluidity flyer flyleaf foetology foetor foghorn foible foldout folie folio folklore folktale folliculitis follies
  folly foolishness forbearance foreground foreknowledge foreordination foresight forestry foretaste forethought
  foreword forgetfulness formalism formative formulary forte fortitude fossilology founder fount fountainhead
  foxiness fracas fractal fracture fragility fragrance frailty frambesia franchise frankness frazzle freemasonry
  freethinking fret frigidity frivolity frontage frostbite fruitfulness fruition fruitlessness fuddle fug fugue
  fullness functionalism fundament fundamentalism funk funnies furor furore fuss futility futurology gab gabble
  gabfest gall gambit gamesmanship gamma gamut gangrene gape garbology garishness garnishment gash gastritis
  gastroenteritis gastroenterology gauntlet gazette geminate gemmule gen gender generalship generosity geneticism
  genitive genomics genre gentility gentleness geochemistry geodesy geomancy geomorphology geophysics geopolitics
  geostrategy germ gerontology gestalt getaway gibberish giddiness giggle gimmick gimp gingivitis girth gist
  givenness glamor glamour glanders glare glasnost glaucoma gleam glibness glide glioma glissando glisten glitch
  glitter glitz glorification gloss glottochronology glow glut gluttony gnosis gobbledygook godlessness godliness
  goiter goitre gonorrhea gonorrhoea goodby goodbye gospel gossip gothic gouge gout graciousness grail grandeur
  grapevine graphology grasp graze greasiness greatness greenness grimace grime grimoire grin gripe grossness
  groundwork groupthink grunge guesstimate guesswork guestimate guff guffaw guidebook guidepost guile guillotine
  guise gumption gustation guttural gymnosophy gynaecology gynecology habitability hadith hadj haecceity haematology
  haematoma haemophilia haemorrhage haemorrhoid haggle haiku hairline hairsplitting haj hajj hallmark halloo
  hallucination handbill handbook handclap handclasp handedness handicap handiness handmaid handmaiden handout
  handshake hangover harangue harbinger hardball hardness harelip harshness haste hawkishness hazard headlinese
  hearsay heartburn heathenism heatstroke heaviness hebetude heedlessness heft hellfire hello helplessness hematology
  hematoma hematuria hemorrhage hemorrhoid hemothorax hepatitis heraldry hereditarianism heresy heritage hernia
  herniation heroism herpes herpetology hesitation heterodoxy hex hexameter hibernation hiccup hickey hideousness
  hieratic hieroglyphic hinderance hindsight histology historicism hoarseness hobbyhorse hogwash hokum holiness
  holism holla holler hollo hollowness holograph holography holotype homelessness homeostasis homepage homogeneity
  homonym homophobia honesty hoodooism hoofprint hoopla hooray hoot hopefulness horniness horology horoscope
  horoscopy horselaugh horsemanship hosanna hospitality hostility hotbed hotness housecraft howdy howl howler hubris
  huddle hue huff hullo humanism humanitarianism humanities humanity humdrum humility humpback hunch hunchback hurry
  hush hyalinization hydrography hydrology hydromancy hydrophobia hymeneal hymn hymnal hype hyperacidity
  hyperactivity hyperbole hypercellularity hyperemia hyperparathyroidism hyperplasia hypertension hypertrophy hyphen
  hypnosis hypoadrenocorticism hypocellularity hypochondria hypocrisy hypoglycemia hypospadias hypotension
  hypothermia hypothyroidism hypoxia hypsography iambic ichthyology iconoclasm iconology idealism ideation ideogram
  ideology idiom idiosyncrasy ie ignominy ignorantness ilk illation illegality illegitimacy illusion imagery
  imagination imaginativeness imago imbecility immaturity immediacy immensity imminence immobility immorality
  immortality immunoassay immunochemistry immunology immunopathology immunosuppression impartiality impasse
  impatience impediment imperfectibility imperfection imperialism impersonation impertinence impetigo imponderable
  importunity impossibility impossible impotence impotency imprecation impression imprimatur imprint improbability
  impromptu impropriety impudence impulsiveness impunity inaccessibility inaccuracy inactivity inadequacy
  inadvertence inaptitude inattention inattentiveness inaugural incantation incapability incapableness incapacity
  incarceration incertitude inclination incognizance incomprehension incoordination incorruptibility incredulity
  indebtedness indecency indecision indecisiveness indefinity indemnity indent independence indictment indigestion
  indiscreetness indiscretion indisposition individualism individuality individuation indolence indulgence
  inebriation ineptness inequity inertness inevitability inexperience infallibility infamy infantilism infarction
  inferiority infertility infestation infidelity infinitesimal infinitive infirmity inflammation influence influenza
  info infomercial informality informatics infotainment ingeniousness ingenuity inhumanity injudiciousness injunction
  innocence innocency innovativeness innuendo inquisitiveness inscription inscrutability insecurity insensibility
  insertion insightfulness insignia insignificance insinuation insistence insolence instalment instancy instantiation
  instigation instinct instrumentalism insubordination insularity insurrectionism intaglio intangibility intellect
  intellection intelligence intensifier intentionality intentness intercession interconnectedness intercourse
  interdict interdiction interestedness interjection intermarriage internalisation internalization internationalism
  internment interoception interrogation interrogative interrogatory intolerance intonation intoxication intransitive
  intricacy intrigue intro introject introjection introspection intuitionism invariable invention inventiveness
  invincibility invisibility invitation invulnerability inwardness ionisation ionization irredentism
  irreproducibility irresolution irresponsibility irreverence irridentism irritant irritation ischemia ism isolation
  isolationism isomerism isometric italic itchiness jabber jabberwocky jape jargon jaundice jazz jeer jest jibe jig
  jive jnd jot journalese journalism judiciousness juju jumble jurisdiction jurisprudence justness kabala kabbalah
  kabbalism kaleidoscope kappa katzenjammer keenness ken kenosis kerygma ketosis keynote keystone ki kilter
  kinaesthesia kinaesthesis kinanesthesia kinesiology kinesthesia kinesthesis kingdom kingship kink knack
  knightliness knowingness kowtow kuru labial laceration lah lambda lameness lament lamentation lampoon landler
  larcenous largeness largo laryngitis lateness lateralisation laterality lateralization laughter lawlessness laxity
  laxness laziness lcm learnedness lecture leer leftism legalese legalism legality legibility legislation legitimacy
  leitmotiv lemma leniency lepidopterology lepidoptery leprosy letterhead leukaemia leukemia levirate lewdness
  lexicology lexis liaison libel liberalism liberality liberalness libertarianism liberty libretto licentiousness
  lichen lifestyle ligature likeness lilt limbo limelight limen limnology linchpin lineament lineup lingo lingual
  lisp litany literacy literalism literalness lithography lithology lithomancy littleness liturgics liturgiology
  lobularity lockjaw locomotion logbook logicism logjam loneliness longevity longhand loophole looseness lordship
  lore lousiness loveliness lowness lubrication lucidity lullaby lumbago lunacy lupus lure luster lustre
  lymphadenopathy lymphoma lynchpin lyric lyssa machination machismo madrigal mag magazine magenta magic magnificence
  mainstream majesty malacology maladjustment maladroitness malady malaise malaria malarkey malediction maleness
  malevolency malformation malignancy malnutrition malodor malodour mammalogy mammon mandamus mandate maneuverability
  manfulness manga mange manhood manifesto manliness manner manoeuvre mantle mantra marginality marksmanship marque
  marriage masculine masculinity mastership mastery masthead mastoiditis materialism maternity math matinee matrimony
  matsyendra matt mauve maxim mazurka meaningfulness meaninglessness meanness measles mediation medicine meditation
  medley megalomania melancholia melanoma meliorism melodrama mem meme memento memoir memorabilia memoranda
  memorandum memorial mendacity meningioma meningitis mentalism mentality mentation meq meridian metacenter
  metacentre metaknowledge metallurgy metamathematics metaphor metaphysics metarule meteorology metrology mettle
  mezuzah mi microbiology microcosm midwifery mien migraine mildness mileage milieu militarism millenarianism
  millenarism millenniumism millstone mimesis mindset mineralogy minuscule minutia misapprehension misconception
  misconstruction misdirection misinterpretation misnomer misprint misquote missal missive mistrust mitsvah
  mittelschmerz mitzvah mixology mockery moderation moderationism moderatism modernity modesty modifier mojo
  monarchism monetarism moniker monism mono monogamy monogram monograph monologue mononucleosis monopoly monosyllable
  monotheism monotony moral morale morality morbidness moronity morphophysiology mortal mot motility motive mottle
  motto moxie mu muddle multiculturalism multimedia multinomial multiplex mumble mummification mumps mumpsimus murk
  musical musicianship musicology mutism mycology myelofibrosis myology myopia mystery mysticism mystification
  mystique nadir naivete nakedness nanotechnology narcolepsy narcosis narration narrowness nasal nastiness
  nationalism naturalism naturalization naturalness nausea nay nearness neatness necessity necrology necromancy
  neediness neighborliness neoclassicism neoconservatism neoliberalism neonatology neoteny nephology nephrology
  nescience netherworld neuralgia neurasthenia neuroanatomy neurobiology neuroethics neurolinguistics neurology
  neurophysiology neuropsychiatry neuropsychology neuroscience neurosis neurosyphilis neuter neutralism neutropenia
  newness newsbreak newscast newsflash newsletter newsreel niceness nicety nickname nightmare nihilism nimbleness
  nirvana nobleness noblesse nocturne noddle nominalism nominative nonchalance nonconformance nonconformism nonentity
  nonequivalence nonexistence nonfiction noninterference nonoccurrence nonpartisanship nordic normalcy normality
  nosebleed nosiness nosology nothingness notoriety noumenon nous nowhere nu nuance nucleonics nudity nuisance
  nullification numbness numeracy numeral numerology nurture oarsmanship oath obbligato obeisance obesity obfuscation
  obiism obit obituary objection objectivity oblique oblivion obliviousness obscurantism obscurity obsessiveness
  obstinacy obtrusiveness obtuseness obverse occidentalism occlusive occultism oceanic oceanography oceanology ocher
  oddity ode odontology oedema oenology offbeat offensiveness okey oldie olfaction ology omicron omnibus omnipotence
  omniscience omphaloskepsis oncology oneirism oneiromancy oneness onomancy onus oology oomph openness opera
  operationalism operetta ophthalmology opinion opportunism opulence opus oration oratorio oratory orderliness
  ordinance ordinate ordination organicism organon orientalism originalism originality orison ornamentation
  ornithology orography orology orphanage orthodontia orthodonture orthodoxy orthography osculation osteology
  osteomyelitis osteoporosis ostracism otherness otherworld otitis otolaryngology otology outburst outlook outtake
  outwardness ovation overabundance overbite overcast overconfidence overdrive overestimation overkill overreckoning
  overtone overture oxyopia pacemaker pacesetter pacificism pacifism pact paean paganism palaeobiology palaeobotany
  palaeodendrology palaeoecology palaeogeography palaeogeology palaeology palaeontology palaeopathology
  palaeornithology palaeozoology palaetiology palatal palaver paleobiology paleobotany paleoclimatology
  paleodendrology paleoecology paleoethnography paleogeography paleogeology paleography paleology paleomammalogy
  paleontology paleopathology paleornithology paleozoology paletiology palindrome pallet pallor palmistry palpitation
  palsy pamphlet panache pancreatitis pandeism pandemonium panenthesism panorama pantheism pap papilledema papilloma
  papism para parable paracosm paragon paralogism paralysis paramnesia paranoia parapsychology parentage parenthood
  parisology parlance parochialism parody parole paroxysm participial participle particularism partisanship partitive
  passivism passivity passport pastel pastiche pastoral patchwork paternalism paternity pathology pathos patriotism
  patronymic patter paucity pax payable pe peacefulness peculiarity pedagogy pedal pedology pellagra penmanship
  pennant penology pentameter pentecostalism penultimate pep peradventure percept perdition perestroika
  perfectibility perfectionism perfidy perfume pericarditis perinatology periodical periodontia peripateticism
  peritonitis permanence permissiveness perpetuity perseverance perseveration persistency persona personality
  perspicacity persuasion perusal perverseness perversity pestilence petite petitio petition petrology pettiness
  phantasmagoria phantasy pharmacogenetics pharmacokinetics pharmacology pharyngeal phenomenology pheochromocytoma
  phi philippic philology phlebitis phobia phoneme phonology photochemistry photophobia photosensitivity phraseology
  phrenology phycology physicalism physicality physicalness physiography physiology physique phytochemistry phytology
  pianism pianissimo pic pica pictorial pidgin piety piffle pigeonhole pillar pimple pinch pinprick pitfall
  pityriasis pizzazz pizzicato placard plagiarism plasticity plausibility playbill playbook playlet playlist plea
  plenitude plenty plethora pleurisy plight ploy pluck plumpness pneumonia pneumothorax pock podiatry poenology
  poetry poignancy polio polka polygamy polymyositis polyp polytheism pomology pomp pomposity pompousness popularism
  populism porphyria portraiture portrayal pose posit positivism posology possessiveness poster postmark postmortem
  postscript postulate potency potentiality pout powerfulness powerlessness powwow pox practicality pragmatic
  pragmatism prattle preamble prearrangement precedence precedent precept precociousness precocity precognition
  preconception predetermination predicament predicator predictability predilection predisposition predominance
  predomination preeminence preempt preexistence preface prefiguration preformation pregnancy prejudgement
  prejudgment prejudice premeditation premiere preoccupancy preoccupation preordination preparedness preponderance
  preposition prerogative prescience prescriptivism presentism presentness prestige presumption presupposition
  pretence pretension pretermission pretext pretrial prettiness prevision priestcraft primacy primatology primer
  primo privacy privation privilege probabilism probate probity processional proclamation proclivity proctology
  productivity profaneness profanity professionalism proffer proficiency profitability profundity profusion progeria
  programme progressivism prologue prominence promo promptness pronominal pronouncement pronunciation propagation
  prophecy propriety proprioception prospectus prospicience prosthodontia prostration proteomics protestation
  protoarchaeology protoarcheology protohistory protology protozoology provencal proverb provincialism proviso
  prowess proxemics pruritus psalm psephology pseudonym psoriasis psyche psychiatry psychobabble psychokinesis
  psychometrika psychometry psychonomics psychopathology psychophysics psychophysiology psychosexuality psychosis
  psychotherapy pteridology publicity puce puffiness pulchritude pun punctuality punic puppetry purgatory purity
  purport pursuance purview pustule putrefaction puzzlement puzzler pyromancy pyrrhic quadrille quadrivium quaintness
  qualification quandary quantic quantification quantum quarantine quarrel quartan quasiparticle quatrain quest
  quibble quickness quicksand quickstep quietism quietness quietus quintet quip quirk quitclaim quiz quodlibet rabies
  radicalism radiobiology radiochemistry radiogram radioimmunoassay radiology radiosensitivity ragtime raj rapidity
  rarity rascality rashness rasp ratification ratiocination rationalism rationality rationalization rattrap razz
  reactionism reactivity realism realization realm realpolitik reappraisal reasonableness reassessment rebelliousness
  rebroadcast rebuke rebuttal recalcitrance recap receivership recess recital recitation recklessness recollection
  reconditeness reconsideration recrimination rectitude redefinition redness reductio reductionism reek reenforcement
  reevaluation reflexology reflux reformation reformism refrain reggae regimen regularity reharmonization rehash
  reincarnationism reinforcer reinstatement reinterpretation reintroduction reissue relativism relativity
  relentlessness religion religionism religiousness rem remembrance reminiscence remit remonstrance remoteness
  rendition renown renunciation reorientation repartee reportage repression reprieve reprint reproach reproof
  republicanism repudiation repute requiem requisition resourcefulness respectability respite responsiveness
  restatement restlessness resultant retardation retentiveness retentivity rethink reticence retinitis retirement
  retort retraction retro retrospect retrovision revaluation reveille revelation reverberation reverie reversibility
  revery revise revivalism revolutionism revue rhabdomancy rheology rhetoric rheumatism rheumatology rhinolaryngology
  rhinotracheitis rho rhumba rhyme richness rick rickets riddle ridicule rigamarole rightism rightness rigidity
  rigmarole rigor rigour ringworm riposte ritualism roadblock rockabilly rocketry rococo romaic romanticism rondo
  roominess roster rot rote rottenness rotundity roughness roundelay roundtable rubric rudeness ruination rumba
  rumination rummage rumor rumour rundown rune rupture ruthlessness sacerdotalism sacredness saga sagaciousness
  sagacity sake salaah salaam salaat salah salat salesmanship sally salutation sameness sanction sanctity sanguine
  sanitation sanity sapidity sapience sarcasm sarcoma satiety satire satori savageness savagery savor savour savvy
  sawm sayonara scald scarcity scarlet scent scepter scepticism sceptre scherzo schistosomiasis schizoid
  schizophrenia schmaltz schmooze scholasticism schoolbook sciatica science scleroderma sclerosis scoff scoliosis
  scorch scorecard scotoma scowl scratch scratchiness scrawl screenplay scribble scripture scurvy scuttlebutt
  seamanship seasickness seborrhea secessionism seclusion secrecy sectarianism sectionalism secularism sedation
  segregationism seismology seizure selenology selflessness semasiology semblance semicolon semicoma semiology
  semitrance seniority sensation sensationalism sensibility sentience sentiency sentimentality separateness sepia
  sepsis septicemia sequela serenade serenity serialism sermon serology servitude severalty sextet sexuality
  sforzando shahadah shallowness shamanism sharpness sheen shibboleth shine shiner shirttail shoeshine shortfall
  shorthand shortness shout showcase showdown showmanship showstopper shrewdness shriek shrug shuteye siamese sidebar
  sightedness sigma signified signpost silence silliness silviculture simile similitude simmer simper simulacrum
  sinfulness singe singsong sinusitis sitcom skillfulness skinny skulduggery skullduggery skyrocket skywriting
  slander slang slant slapstick sleaze sleep sleepiness sleight slogan sloppiness sloth slough slovenliness slowness
  slumber slur slyness smallness smallpox smartness smiley smirk smother snakebite snare snarl snatch sneer snicker
  snigger snit snobbery snoopiness snort sobriety sociability socialism sociality sociobiology sociology sociometry
  soldiership solemnity solicitation solidity soliloquy solipsism solitary solitude solvency somaesthesia
  somaesthesis somataesthesis somatesthesia somatosense somesthesia somesthesis sonata songbook sonnet sonority
  soothsaying sophism sophistication sophistry sorcery soreness soteriology sourness southernism southwestern
  sovereignty spaciousness spasm spatiality spec special specialism speciality specialness specialty speck spectacle
  spectacular specter speculation speechlessness speechmaking spelaeology speleology spiel spiff spinal spinnability
  spinsterhood spiritual spiritualism splendor splendour splenomegaly splotch splurge spontaneity spoof sportsmanship
  spotlight sprachgefuhl sprain spreadsheet sprue spur spyware squabble squalor squint stagecraft staginess
  stagnation stalemate staleness stammer stance standpoint standstill stardom stardust stasis statesmanship
  stationery stature statute stave steadfastness steadiness stemmatology stench stenograph stenography stenosis
  stereoscopy sterility stickiness stigmata stillness stimulant sting stinginess stipulation stoicism stomachache
  stoplight stoppage stopper storybook storyline straddle straitjacket strangeness stranglehold stratigraphy stridor
  strife structuralism stubbornness stutter sty stylemark stymie subconscious subconsciousness subcontract
  subjectivism subjectivity subjugation sublimity submission subordination subpopulation subroutine subservience
  substance substantiation substantive subterfuge subtlety subtotal succedaneum succession suddenness sufferance
  sufficiency suffrage suffragism sugariness summit sunburn sunstroke suntan superego superficiality superlative
  supernaturalism superstition supersymmetry suppleness supplication supposal supposition supremacism supremacy sura
  sureness surety surfeit surgery surmise surname susceptibility sutra swank swashbuckling swastika sway sweetness
  swiftness swoop swordsmanship syllabicity syllabus syllogism symbolism symbology symphony synaesthesia syndactyly
  synecdoche synesthesia syphilis tab tabes tabloid taboo tabu tabulation tachycardia tact tactility tailspin tale
  talentlessness talkie tamponade tan tandem tang tanka tantra tantrum tapestry tarantella tardiness tartness tat
  tattle tattoo tau taupe taw taxidermy teal tearjerker technicality technicolor techno tefillin telecast
  telecommunication teleconference telegram telegraphy telekinesis teleology telepathy telerobotics telescopy
  television temerity temperament temperance tempest templet temptation tenacity tendentiousness tenet tenor
  tenseness tentacle teratology testament testimonial tetanus textbook thanatology thaumaturgy theanthropism
  theatrical theism theodicy theogony theology theorisation theorization theosophism theosophy thermochemistry
  thesaurus theta thinness thirst thorn thoroughness thoughtfulness thoughtlessness thrall thriller throb throe
  thrombosis thrombus thrush thumbprint tic ticket tickle tickler tidings tiff tightness tilth timbre timecard
  timeliness timetable tinnitus tint tiptop tirade titer titter tizzy tocology toehold tome toon toothache topognosia
  topognosis topography topos torment torpor totalism totality totemism touchstone toughness toxemia toxicology trad
  tradecraft trademark traditionalism trance tranquility tranquillity transcendence transference transience
  translucence transposition transubstantiation traumatology travail travelogue treachery treatise triangulation
  tribology trichinosis trichromacy trig trigonometry trill triteness tritheism triviality trivium trophy troth truce
  truculence truthfulness tryout tuberculosis tularemia tumult turmoil turnabout turnoff tutorial tv twitch twofer
  typeface typhoid typhus typification ulcer ulceration ultimate ultimatum ultramontanism umlaut unambiguity
  unawareness unbalance unbelief uncial unconscious unconsciousness uncreativeness unction undercurrent
  underestimation underevaluation underreckoning underscore understatement undervaluation undress unease
  unenlightenment unfairness unfitness unilateralism unimportance unison unitisation unitization unity universalism
  universality unkindness unknowing unknowingness unoriginality unorthodoxy unpredictability unrealism unreality
  unreason unrest unselfconsciousness unselfishness unskillfulness untruth unwillingness unworthiness upbeat
  upbringing upheaval uplink uranology uremia urgency urology urticaria utilitarianism utmost utopia uttermost
  vacancy vacillation vacuolization vacuousness vacuum vaginitis vagrancy vagueness valediction valedictory valor
  valour valuation vampirism variate variola vasculitis vastness vaticination vaudeville vehemence velar venality
  ventriloquism ventriloquy veracity verbiage verisimilitude verity vermilion vernacular versatility verse vertex
  vertigo vertu verve vestige vibe vibrancy vice viciousness vigil vigilance vignette vigour villainy vim virginity
  virility virology virtu virtue virtuosity virulence visa vista vitalism viva vividness vocalization vocative vodoun
  vogue voicemail voiceprint void volatility volcanology volition voltaic volvulus voodooism vow vowel vox
  vulcanology vulgarity wail walleye wangle warranty watchfulness watchword watercraft waw weal wear weariness
  webpage wedlock weightlessness weirdness wellbeing wellness welt welter wen wetness wheelbase whimper whimsey
  whimsy whine whiplash whisper whiteness whitlow whodunit wholeness wholesomeness whoop whopper wilderness wiliness
  willpower wilt wince wingspan wisecrack witchcraft witchery witticism wizardry woe womanhood wonderfulness wont
  woodcraft woodgrain wordplay workbook workmanship worldliness worriment worthiness worthlessness wraith wrangle
  wretchedness writ wrongness xanthosis xenophobia yack yak yang yardage yardstick yea yearbook yell yin yodel yoga
  zakat zealotry zed zee zeta zinger zit zoomorphism zydeco zymology zymurgy
  `,
  /** Names of people by what they do. */
  people: `
  abbot abductor aberrant abiogenist abolitionist abomination aboriginal aborigine abortionist absolutist absolver
  abstinent abuser academic accompanist accomplice accountant accuser achiever acolyte acrobat activist actor actress
  actuary adapter adder addict addressee adept adherent adjudicator adjuster adjustor adjutant administrator admiral
  admirer adolescent adonis adult adulterer adulteress adventurer adventuress advertiser advisee adviser advisor
  advocate aeon aesthete affiliate affine affluent aggressor agitator agnate agnostic aide airman albino alcalde
  alchemist alcoholic alderman alexic alien alienist alky almighty alsatian alternate alto alumnus amateur amazon
  ambassador ambler ameer amigo amir amnesic amorist amputee ana anaesthetist analphabetic analyst anarchist anathema
  anatomist ancestor anchorman anchorperson ancient anesthesiologist anesthetist angel angler anglophile animist
  announcer anorexic antagonist antecedent antediluvian anthropoid anthropologist antinomian antiquarian antique
  apache aphakic aphasic apologist apostate apostle apothecary apotheosis apparition appellant applicant appointee
  appraiser appreciator apprentice arb arbiter arbitrator archaeologist archangel archbishop archdeacon archduke
  archeologist archer architect archivist argus arianist aristocrat armourer arranger arsonist arthritic artilleryman
  artisan artist artiste ascetic asker aspirant assailant assassin assemblyman assessor assignee assistant associate
  asthmatic astrologer astronaut astronomer astrophysicist atheist athlete atlas attache attacker attendant attorney
  attractor auctioneer audile auditor augur aunt auntie aunty auteur authenticator author authoress authoritarian
  automaton auxiliary avatar aviator awol ayatollah babe baby babysitter bacchanal bach bachelor bachelorette backer
  backscratcher backstop badger bagger bagman bailey bailiff bairn baker baldy balladeer ballerina balletomane
  balloonist ballplayer bambino bandit bandleader banker bannister banshee bantamweight barber baritone barkeep
  barkeeper barker barmaid barman barnburner baron baroness baronet barrister bartender bartlett basileus basilisk
  bassist basso baster bather batman batter battler bawd beachcomber beadle beadsman bearer beater beatnik beau
  beautician becket bedfellow beefeater beekeeper beggar begin beginner beguine behaviorist behaviourist behemoth
  beholder believer bellarmine bellboy belle bellhop belligerent bellman bellwether benedick benedict benedictine
  benefactress beneficiary berk berserk berserker besieger betrayer bettor bey bidder bigamist bigot bigwig biker
  bilingual billionaire bimbo biochemist biographer biologist biophysicist birdbrain bisexual bishop biter blabber
  blabbermouth blackguard blackmailer blacksmith blasphemer blaster bleacher bleeder blighter blimp blocker blockhead
  bloke blond blonde blowhard blucher bluestocking bluffer boarder boatman boatswain bobby bobbysoxer bodybuilder
  bodyguard bogey bogeyman bogie bohemian bombardier bombshell bondsman bonehead boob booby booger boogeyman
  bookbinder booker bookie bookkeeper bookmaker bookman bookseller bookworm boomer boor booster bootblack bootlegger
  bootlicker boozer born borrower bosun botanist bouncer bounder bourbon bourgeois bowler bowman boxer boy boyfriend
  bozo bracero braggart brahman brahmin braille brakeman brat bravo brawler breadwinner breaker breeder brewer briber
  bricklayer bride bridegroom bridesmaid brigadier brigand brit broad broadcaster broker brother brownie browser
  bruiser brunette brute buccaneer buckaroo bucolic buddy budge buff buffoon bugaboo bugger bugler bulimic
  bullfighter bullfinch bullyboy bum bumbler bumpkin bungler bunkmate bunny bunsen bunter bureaucrat burger burgess
  burgher burgomaster burke burnside bursar busboy bushman bushwhacker businessman businesswoman busman buster
  busybody butcher butler butterball butterfingers buttinsky buyer bystander cabalist cabby cabdriver cabman caddie
  cadet cager calculator caliph caller calligrapher calliope cameraman campaigner camper campmate canary candidate
  cannibal canonist cantor capitalist capo captain captive captor cardholder cardinal cardiologist cardsharp
  caregiver caretaker caricaturist carioca carpenter carpetbagger carrier carrottop carter cartographer cartoonist
  cartwright carver caseworker cashier castaway caster castrate cataleptic catcher caterer catholic cattleman
  cavalier cavalryman caveman celebrant celebrity celibate cellist centaur centurion chairman chairperson chairwoman
  challenger chamberlain chambermaid chameleon champ chancellor chandler changeling changer chap chaperon chaperone
  chaplain chapman character charlatan charmer charwoman chased chaser chauffeur chauvinist cheapskate checker
  cheerleader chef chela chemist cherub chesterfield chevalier chewer chief chieftain child chimera chiropodist
  chiropractor chiseler chit choirboy choker choreographer chorine chosen christ christian chronicler chum chump
  churchgoer churchman cicerone cinematographer citizen civilian claimant clairvoyant clansman clapper classicist
  classifier classmate clergyman cleric clerk client clinician clone closer clown coach coachman coaster coauthor
  cobbler cockney coconspirator codefendant coder codger cofounder cog cognate collaborator colleague collector
  colleen collegian collier collins colonel colonial colonist coloratura colorist colossus columnist combatant
  comedian comedienne comer comforter commandant commander commando commentator commie commissar commissioner
  committeeman commodore commoner communicator communist companion compatriot compere competitor compiler complainant
  complainer composer comptroller compulsive comrade concessionaire concierge concubine conductor confederate
  confessor confidant confidante conformist confrere congressman congresswoman conjurer connoisseur conqueror
  conquistador conscript conservationist conservative conservator consignee consort conspirator constable consul
  consultant consumer consumptive contemplative contemporary contestant contortionist contractor contralto
  contributor controller convalescent conversationalist convert conveyor cook coon cooper coordinator cop copilot
  copycat copyist copywriter coquette corespondent corinthian cornerback coroner corporal corporatist correspondent
  corsair cosigner cosmetician cosmetologist cosmonaut cosmopolitan costumer cotter councillor councilman
  councilwoman counsel counsellor counselor counterfeiter counterrevolutionary counterterrorist countess countryman
  countrywoman courier courtesan courtier cousin couturier cowboy cowgirl cowhand cowman cowpuncher coxcomb coxswain
  crackerjack crackpot crafter craftsman crane crank crasher craven crawler creator creditor creep creole cretin
  crewman crier criminologist criollo cripple crofter crone crony crook crooner cropper croupier crusader crybaby cub
  cubist cuckold cuckoo culprit cultist cultivator cupid curate curator curmudgeon cuss custodian customer cutler
  cutter cutthroat cyborg cyclist cyclops cyprian cytogeneticist czar czarina dada daddy daemon daimon dairyman
  dalmatian damascene dame damsel dancer dandy darling daughter dauphin daydreamer deacon deadbeat deadeye deadhead
  dealer dean dearest dearie deary deb debtor debutante decadent deceased decedent deceiver decker deckhand decoder
  decorator decoy defeatist defector defendant defiler degas degenerate deist deity delegate delinquent deliverer
  deliveryman demagogue demander demigod democrat demon demoniac demonstrator dentist dependant dependent deportee
  depositor depressive deputy dermatologist dervish descendant descendent descender deserter designer desperado
  despoiler despot detainee detective detractor developer deviant deviate devil devisee devotee devourer diabetic
  diagnostician diarist dictator diehard diesel dieter dietician dietitian digger dignitary dilettante dimwit diner
  dingbat diocesan diplomat diplomatist dipsomaniac director disciple disciplinarian discoverer dispatcher dissenter
  dissident distiller distributor diva diver divider divine diviner divinity divorcee doc docent doctor doctrinaire
  dodger dodo doer doge dolichocephalic dolt domestic dominatrix domine dominie domino dominus don donna donor
  doorkeeper doorman doormat doppelganger dork doughboy dowager dowdy dowser doxy draftee draftsman dragon dragoon
  drake dramatist draper dreamer dressmaker drifter drinker driver dropout drover drudge druggist drummer drunkard
  dry duce duchess ducky dude duelist duffer duke dulcinea dullard dummy dunce dunderhead dustman dwarf dweeb dweller
  dyer dynamiter dyslexic dyspeptic earl earner earthling earthman easterner eater eavesdropper eccentric
  ecclesiastic eclectic economist eddy editor educator effendi egalitarian egghead egocentric egoist egomaniac
  egotist ejaculator ejector elder eldest elector electrician electrotherapist elf elitist embalmer embezzler
  embodiment emcee emeritus emir emissary emperor empiricist employee employer empress emptor enchantress energizer
  enforcer engineer engraver enquirer enrollee ensign enterpriser entertainer enthusiast entomologist entrepreneur
  environmentalist envoy epicure epicurean epidemiologist epileptic equal equestrian eradicator eros erotic escapee
  escapist escort esquire ethnic eunuch evangelist eve evert everyman evildoer ewe ex examiner excavator excellency
  executioner executive executor exhibitionist exile existentialist exorcist expatriate experimenter exploiter
  explorer exponent exporter expressionist exterminator extern extortionist extra extraterrestrial extrovert eyeful
  eyewitness fabian facilitator factotum faery fakir falconer familiar fanatic fancier fantasist farmer farmhand
  farrier fatalist fathead father fatso fatty faun fay featherweight federal fella fellah feller fellow felon
  feminist ferryman fetishist feudatory fiance fiancee fibber fiddler fiduciary fielder fieldhand fiend fighter
  figurehead filibuster fille filmmaker finalist financier finder finisher fink firebug firefighter firstborn firth
  fisher fisherman fishmonger fishwife fitter fixer flack flak flanker flapper flasher flatfoot flatmate flatterer
  flautist fledgling fleer flibbertigibbet flier flirt flogger floorwalker floozie floozy florist flunkey flunky
  flyweight fodder foe fogey follower foodie footballer footman footpad fop forbear forebear forefather foreigner
  foreman foreperson forerunner forester forewoman forger fornicator fortuneteller forward fossil foster foundling
  fowler framer frank franklin freedman freelance freelancer freeloader freeman freewheeler fresher freshman friar
  frogman fruitcake frump fry fugitive fullback fuller fundamentalist fundraiser furrier futurist gadfly gaffer
  gagwriter gainer galoot gambler gamekeeper gamine gangsta gangster gardener garibaldi garland gasbag gasman
  gastroenterologist gatekeeper gaucho gawk gay geek geezer geisha gendarme genealogist general generalissimo
  generalist geneticist genie genius gent gentile gentleman gentlewoman geographer geologist geordie ghostwriter
  ghoul giantess gibbon giggler gigolo gilder gillie gipsy girl girlfriend git gitana gitano giver gladiator glazer
  globetrotter glutton gnome gnostic goalie goalkeeper goaltender goatherd gob gobbler goblin goddaughter goddess
  godfather godmother godparent godson goer gofer goldbrick goldsmith golem golfer goliath gondolier goner goof
  goofball goon gopher gore gospeler gourmet governess governor goy grabber grader graduate graham grammarian gramps
  grandad grandchild granddad granddaddy granddaughter grandee grandfather grandma grandmaster grandmother grandpa
  grandparent grandson granger grannie granny gravedigger graybeard greengrocer greenhorn greenskeeper greeter
  gremlin grenadier griffin grifter gringo grocer groom groomsman grouch groundskeeper groupie grower growler grownup
  grump guarantor guardian guardsman guerilla guerrilla guesser guest guide guitarist gull gumshoe gunman gunner
  gunrunner gunslinger gunsmith guru guttersnipe guy guzzler gymnast gynaecologist gynecologist gypsy haberdasher
  hacker hadji hag haggard hairdresser hairstylist haji hakeem hakim halcyon hale halfback hammerhead handicapper
  handler handy handyman hanger hangman hanuman harasser hardliner harlequin harlot harper harpooner harpy harridan
  hart harvester hatter hauler have hawker hayseed headhunter headliner headman headmaster headmistress headsman
  headwaiter healer hearer heartbreaker heartthrob heathen heavy heavyweight heckler hector heir heiress hellcat
  hellhound hellion helmsman helper helpmate henchman herald herbalist herder heretic hermaphrodite hermit heroine
  heron herpetologist heterosexual hick hierarch highbrow highness highwayman hijacker hiker hillbilly hippie hippy
  hipster hire hireling historian hitchhiker hitter hoaxer hob hobbit hobbyist hobgoblin hobo hog hogan hogg holdout
  holdover hombre homebody homeboy homemaker homeowner homesteader homo homosexual homunculus honcho honker honoree
  hoodlum hoofer hooker hoover horseman horticulturist host hostage hostess hotdog hotelman hothead hotshot
  housebreaker houseguest householder housekeeper housemaid houseman housemaster housemate housemother housewife
  hubby hugger hulk humanist humanitarian humdinger hummer humorist hunk hunt hunter huntress huntsman hurler husband
  hussy hustler hydra hygienist hymen hypertensive hypnotist hypochondriac hypocrite hypotensive iceman ichthyologist
  idealist ideologist idler idolater ignoramus illiterate illusionist illustrator imam imitator immigrant imp
  imperialist impersonator importer impostor impresario impressionist inamorata incarnation incendiary incubus
  incumbent incurable independent individualist inductee industrialist inebriate infant infanticide infantryman
  infernal infidel infielder informant informer ingenue ingrate inhabitant initiate inmate innkeeper innocent
  innovator inpatient inquisitor insider insomniac inspector instigator instructor instrumentalist insured insurgent
  intellectual interloper intermediary intern interne internist interpreter interrogator interviewee interviewer
  intimate introvert intruder invader invalid inventor investigator investor ironworker irregular isolationist
  jackanapes jailbird jailer janissary janitor jay jaywalker jenny jester jeweler jeweller jezebel jilt jimdandy
  jimhickey jingo jinni jinx jock jockey jogger joiner joker jokester jonah journalist judge juggernaut juggler
  juicer jumper junior junkie junky jurist juror juvenile keeper kelpie kern keyboardist khan kibitzer kicker kiddie
  kiddy kidnapper killer killjoy kingmaker kingpin kinsman kisser kleptomaniac klutz knave knight knocker knockout
  knucklehead kook laborer labourer lackey laddie lady laggard lama lamia lamplighter lancer landau landlady landlord
  landlubber landowner landscaper landsman lapidary lascar lasher lass lassie lasso lauder laugher laughingstock
  laundress laundryman laureate laver lawbreaker lawgiver lawmaker lawman lawyer layabout layman layperson lazar
  lazybones leader leaper learner leaseholder leaver lech lecher lector lecturer lee leftist lefty legate legatee
  legionnaire legislator lender leper leprechaun lesbian lessee letch letterman leveler leveller leviathan liberal
  liberator libertarian libertine librarian liege lieutenant lifeguard lifer lifter lightweight lilliputian limey
  linebacker lineman linguist liquidator listener lister literate litigant litigator litterbug loader loafer loaner
  locator locksmith locum lodge lodger logger lohan loner longer longshoreman looker lookout loon looney loony looter
  lord loudmouth lounger lout lover lowbrow lowlife loyalist lubber lucifer lug lulu lumberjack luminary lummox
  lunger lunkhead lurker lush lycanthrope lyricist macaroni macer machinist macho madam madame madcap madman madwoman
  maestro mafioso magician magistrate magnate magnifico magus maharaja maharajah mahatma maid maiden maidservant
  mailer mailman mainstay maintainer major majorette maker malcontent malfeasant malik malingerer mama mamma man
  manager mangler maniac manicurist manipulator mannequin manservant manticore mantrap mara marauder marcher marine
  mariner marksman maroon marquess marquis marquise marshal marshall martial martin martinet martyr mascot masher
  masochist mason massager masseur masseuse master mastermind masturbator matador matchmaker mate mater mathematician
  matriarch matriculate matron mauler maven maverick mayor mead meanie meany mechanic medalist meddler mediator
  medico medusa megalomaniac melancholic member memsahib menial mensch mentor mercenary mercer merchandiser merchant
  merlin mermaid merman messenger messiah metallurgist meteorologist metropolitan mezzo middleman middleweight midget
  midshipman midwife migrant mikado militant milkmaid milkman milksop millenarian miller milliner millionaire
  millionairess milord mime mimic miner minimalist minion minister minor minstrel minx misanthrope miscreant miser
  misfit misogynist missionary missis missus missy mistress mobster mocker moderate modern modiste mohawk molester
  moll moloch mom momma mommy monarch monastic moneylender moneymaker monitor monk monogamist monologist monster
  monstrosity mooch moocher moonlighter moonshiner moor moppet moralist more mortgagee mortician mother motorcyclist
  motorist motorman motormouth mountaineer mountebank mourner mover moviegoer muezzin mugger mulatto muller mummy
  munch muncher murderess muscleman muse musher musician musketeer mutant mutation mute mutilator mutineer mystic nag
  namesake nan nanny napoleon naprapath narc narcissist narcoleptic nark narrator national nationalist native
  nativist naturalist naturopath navigator naysayer nebbish nebuchadnezzar necker necromancer negotiator negro
  neighbor neighbour nelson nemesis neoclassicist neoliberal neonate nephew nerd nester neurasthenic neurologist
  neurosurgeon neurotic neutral neutralist newbie newborn newcomer newlywed newsboy newscaster newsman newspaperman
  newspaperwoman newsreader newswoman newton nibbler niece niggard nighthawk nihilist nincompoop ninja ninny nipper
  nitwit nob nobleman nobody nominee nonbeliever noncom nonconformist nondescript nondriver nonresident nonsmoker
  notary novelist novice nudist numskull nun nuncio nurse nursemaid nutcase nutritionist nutter nymph nympho
  nymphomaniac oaf oarsman objector observer obsessive obstetrician occidental occult occupant oceanographer
  octogenarian oculist oddball officer official offspring ogre ogress oiler oilman oldster olympian ombudsman
  oncologist onlooker operagoer operative ophthalmologist opponent opportunist oppressor optician optimist
  optometrist oracle orator orderer orderly ordinary organiser organist organizer originator ornithologist orphan
  orthodontist orthopedist osteopath ostler ostrich ottoman ouster outcast outdoorsman outfielder outlaw outpatient
  outsider overachiever overlord overnighter overseer owner oyabun pa pacha pachuco pacifier pacifist packer padre
  padrone paediatrician paedophile pagan pageboy painter pal paladin palaeontologist palatine paleontologist
  pallbearer palooka panacea pander panhandler pantheist pantywaist papa paperboy paperhanger papoose parachuter
  parachutist paralegal paralytic paramedic paramedical paramour paranoiac paranoid paraplegic parapsychologist
  paratrooper pardner pardoner parent pariah parishioner parolee parr parricide parson participant partisan partner
  pasha passenger passer passerby pastor pater pathfinder pathologist patient patriarch patrician patricide patriot
  patroller patrolman patron patroness patronne patsy pauper pavlova pawnbroker payer paymaster peacekeeper
  peacemaker peacenik peasant pedagogue pedant peddler pederast pedestrian pediatrician pedlar pedophile peel peeler
  peeper peer peewee pendragon penetrator penitent pensioner pentecostal peon percussionist perfectionist performer
  perfumer periodontist peripatetic perjurer perry persecutor personage personification persuader pessimist
  petitioner phantasm phantom pharmacist philanderer philanthropist philhellene philistine philologist philosopher
  phoney phony photographer photojournalist phrenologist physician physicist physiologist pianist picker picket
  pickpocket pierce pigmy pilgrim pillock pilot pimp pinhead pinko pioneer piper piranha pirate pisser pistoleer
  piston pitcher pitchman pitman pivot pixie placeholder plainclothesman plaintiff planner planter plasterer playboy
  player playmaker playmate playwright pleaser plebe plebeian plotter plowman plumber plunger poacher podiatrist poet
  poetess poisoner pol polack policeman policewoman policyholder politician politico pollack pollock polo poltergeist
  poltroon pom pompadour ponce pons pontiff pooler pop pope popinjay popper populist pornographer porter portwatcher
  poser poseur positivist posseman possessor postdiluvian postgraduate postman postmaster potentate pothead potter
  powerhouse practitioner praetor praetorian pragmatist prankster prater preacher preceptor predator predecessor
  predestinarian predictor preemie prefect premier prentice presenter preserver president pressman preteen pretender
  prey priest priestess prig primate primitive primus prince princeling princess printer prior private privateer
  prizefighter pro probable proctologist proctor procurator procurer prodigal prodigy producer prof professional
  professor profligate progenitor progeny programmer projectionist proletarian promoter prompter promulgator
  propagandist prophet prophetess proponent proprietor proprietress prosecutor prospector prostitute protagonist
  protector protege protegee protestant provider provincial provocateur provost prowler proxy prude psalmist pseudo
  psychiatrist psychic psycho psychoanalyst psychologist psychoneurotic psychopath psychopomp psychotherapist
  psychotic publican publicist puck puddler pudge pueblo puke puller puncher pundit punk punster punter pupil
  puppeteer purchaser purist puritan purser pursued pursuer purveyor pusher pushover pussycat putter putterer pygmy
  pyromaniac quack quad quaker qualifier quarry quarterback quartermaster questioner quiche quin quisling quitter
  rabbi racer racketeer raconteur radiologist ragamuffin raider rainmaker raiser raja rajah rake rambler rancher
  ranger rani raper rapper rascal rationalist ravel raver reactionary reader realist reaper receptionist recipient
  recluse recruit recruiter rector redcap redcoat redeemer redhead redheader redneck ref referee referral reformer
  refugee regent registrant registrar regular reincarnation relative reliever religionist religious renegade renter
  rep repairman repatriate repeater reporter representative reprobate republican rescuer researcher reservist
  resident respecter respondent restaurateur restorer retailer retiree reveller revenant revere reverend reviewer
  revisionist revolutionary rhetorician rheumatic ribald rider riff rifleman rigger ringer ringleader ringmaster rip
  ripper riser ritz rival riveter roarer roaster roc rocker rogue roman romantic romanticist romper roofer rookie
  roomie roommate roomy rooter roper rotter roughneck rounder router rover rowdy rubberneck rube ruffian ruler rummy
  runner runt rustic rustler ruth saboteur sabra sadist sadomasochist safebreaker safecracker sage sahib sailmaker
  sailor saint saki salesgirl saleslady salesman salesperson saleswoman salter salutatorian salvor same samurai
  sandman satirist satyr savage savant saver savior saviour sawbones sawyer sax saxophonist scab scalawag scallywag
  scalper scamp scanner scatterbrain sceptic schemer schizophrenic schlemiel schlep schlimazel schmo schmuck schnook
  scholar scholastic schoolboy schoolgirl schoolmarm schoolmaster schoolmate schoolmistress schoolteacher scientist
  scion scorekeeper scorer scorpion scoundrel scout scoutmaster scrambler scrapper scratcher screamer screener
  screenwriter screwball scribbler scribe scrooge scrounger scrubber scullion sculptor sculptress seafarer seaman
  seamstress searcher seasonal secessionist secretary sectarian secular secularist seducer seductress seeker seer
  segregate segregationist seismologist selectman selector seller sellout seminarian semipro senator sender senior
  sensitive sentimentalist sentinel sentry separatist seraph serf sergeant servant server serviceman setter settler
  sexpot sexton shaker shaman shamus shaper sharecropper shareholder sharer sharper sharpie sharpshooter shaver
  shearer sheepherder sheepman sheik sheikh shepherd shepherdess sheriff sherlock shifter shill shipmate shipper
  shirker shocker shoemaker shogun shopkeeper shoplifter shopper shortstop shoveler shoveller showgirl showman shrimp
  shrink shutterbug shylock shyster sibling sibyl sidekick signalman signatory signer signior signor signora signore
  signorina silvan silversmith simpleton singer sinner sipper sir sire siren sirrah sissy sister sitter skateboarder
  skater skier skimmer skinflint skinhead skinner skipper skirmisher skunk skycap skydiver slacker slammer slapper
  slasher slattern slaver slayer sleeper sleepwalker sleepyhead sleuth slicer slider slinger slob sloganeer slouch
  slowpoke slugger smasher smiler smith smoker smoothie smuggler snapper snatcher sneak sniffer sniper snitch snob
  snoop snooper snoopy snoot snot snowboarder socialist socialite sociologist sociopath sodbuster sodomite softie
  softy sojourner soldier solicitor soloist solon solver sommelier son songstress songwriter sonny sooner soothsayer
  soph sophisticate sophomore soprano sorcerer sorceress sorter sot soul sourpuss souse southpaw sovereign sower
  spaceman spanker spartan spastic speaker specialist spectator spectre speculator speechmaker speechwriter speeder
  speller spender spendthrift sphinx spiller spinner spinster spiritualist spitfire spitter splitter spoiler
  spoilsport spokesman spokesperson spokeswoman sponger sponsor spook sportscaster sportsman sportswoman sportswriter
  spotter spouse sprayer sprinter sprite spy squatter squaw squealer squire squirt stabber stacker staffer stagehand
  stager stalker stalwart stamper starlet statesman stationmaster statistician steady stealer steamroller steersman
  stenographer stentor stepbrother stepchild stepdaughter stepfather stepmother stepsister stepson steward stewardess
  stickler stifler stigmatic stipendiary stirrer stockbroker stockholder stockman stoic stoker stomper stonemason
  stoner stooge stoolie storekeeper storyteller stowaway straggler stranger strategist streaker streetwalker strider
  stringer striper striptease stroller strongman strumpet stud student stuffer stunner stupe styler stylist
  subjectivist submariner subordinate subscriber subsidiary suburbanite subverter successor succubus sucker suer
  suffragette suitor sully sultan supergrass superintendent superman supermodel supermom supernatural superstar
  supervisor supplicant supplier suppressor supremacist supremo surfer surgeon surrealist surrogate surveyor
  survivalist sutler swagger swain swami swashbuckler swede sweeper sweetheart sweetie swimmer swindler swinger
  switcher swordsman sycophant sylvan symbolist sympathizer synthesizer syphilitic tackle tactician tagalong tagger
  tailback tailor taker talebearer talker tallis tamer tart taskmaster taster tattler tattletale taxidermist
  taxidriver taxman taxpayer teach teacher teammate teamster tease teaser tec techie technician teen teenager
  teetotaler teetotaller telegrapher televangelist tell teller telltale tellurian temp temporary temptress tenant
  tenderfoot terminator terpsichorean territorial terry tester thane thatcher theatregoer theist theologian theorist
  therapist thespian thief thinker thoroughbred throwback thrower thruster thug thunderbird tiger tightwad tike tiler
  timekeeper tinker tipper tipster titan toady toaster toastmaster tobacconist toddler toff toller tomboy tomfool
  topper torchbearer toreador tormentor torpedo torturer tosser toter toucher tough toughie tourist tovarisch townie
  townsman tracer tracker trader tradesman traditionalist trafficker tragedian trailblazer trailer trainee trainer
  trainman traitor tramp transcriber transgressor transient translator transmitter transsexual transvestite trapper
  traveler traveller trawler treasurer trekker trembler trencher trespasser tribesman tribune tricker trickster trier
  triggerman trilby trimmer triton trojan trollop trooper troubadour troublemaker troubleshooter trouper truant
  trucker truelove trumpeter trustee trusty tsar tubercular tucker tugger tumbler tuner turncoat turner turnkey tutor
  tutu twerp twin twirler twit tycoon tyke typist tyrant tyrolean ultramontane ump umpire uncle underachiever
  underdog undergrad undergraduate underling undersecretary understudy undertaker underwriter unfortunate unicorn
  unperson untouchable upstart urchin urologist user usher usufructuary usurer usurper utilitarian utopian vagrant
  valedictorian valentine valet valetudinarian vamp vampire vandal vaquero varlet varmint vassal vaudevillian vegan
  vegetarian vendor ventriloquist venturi verger vermin vestal vet veteran veterinarian veterinary vexer vicar
  viceroy victorian viewer vigilante villa villager violator violinist virgin virtuoso viscount visitor vixen vizier
  vocalist voluntary volunteer voter voucher voyager voyeur vulgarian wacko wade wag waggoner wagoner waif wailer
  wainwright waiter waitress walker wally waltzer wanderer wannabe wanton warbler warden warder warlock warlord
  warmonger warner warren warrior washer washerwoman wasp watchdog watcher watchmaker watchman watercolorist waterman
  wayfarer weakling wearer weasel weatherman weaver weeder weekender weeper weirdo welder welsh welsher wench
  werewolf westerner whale whaler wheeler whiner whipper whippersnapper whisperer whistler white whitehead whittle
  whittler whiz whizz wholesaler whoremaster whoremonger widower wiener wife wiggler wight wigmaker wildcatter wimp
  windbag winder winemaker wingback winger wingman wino wiper wiseacre wisenheimer witch witness wiz wizard wobbly
  wolfman wolverine woman womaniser womanizer wonk woodcarver woodcutter woodman woodsman wordsmith workaholic worker
  workingman workman worrier worrywart worshiper worshipper wrangler wrecker wren wrestler wretch wright writer wuss
  yachtsman yahoo yank yardbird yardmaster yearling yeller yenta yeoman yeti yob yogi yokel youngster youth yuppie
  zany zeppelin zombie zoologist
  `,
  /** Acts and changes, as verbs. */
  acts: `
  aah abate abide abound abridge abscond abut accede accent accentuate accession acclimate acclimatize accommodate
  accord accost accrue acculturate accustom acknowledge acquaint acquiesce actualise actualize actuate addict addle
  adduct adhere adjoin adjourn admix adorn adsorb advert advise advocate aerosolize affirm affix afford agglomerate
  ail airbrush airlift airmail alibi alien alight aline allege alleviate alligator alliterate allot allude allure
  alphabetize alternate amass amble amnesty amputate anagram anesthetize animalise animalize animize annex annihilate
  anoint anthologise anthologize antic antique ape apparel applique apportion appraise apprehend apprentice apprise
  aquaplane aquatint arbitrage arbitrate archaize argue armor armour arrogate articulate ascend ascertain ascribe ash
  asphalt asphyxiate aspirate aspire assay assent assimilate associate assume assure asterisk atomize atrophy
  attenuate attire attune auctioneer audition augur authenticate author authorize autoclave autograph automate
  automobile autopsy avail avalanche aver awake awaken baa babbitt babble bach bachelor backhand backlog backpack
  backspace backstitch backstroke backtrack badmouth baffle bait bald bale ballast ballyhoo bandage bang bankroll
  banquet banter baptise baptize barb barbecue barbeque barber barde barf barge barrack barrage barricade barter
  basset baste bastinado bathe batik batten batter bawl bay bayonet beacon beak bebop beckon bedamn bedeck bedight
  bedizen beef beep beeswax beetle befall befog befuddle beg beget beggar begild begin behead behold behoove bejewel
  belay belch belie believe bellow belly bellyache bemoan benday bequeath berate berth beseech beshrew besmirch
  bespangle bespeak bestow bet bethink betide betoken bevel bewail beware bewilder bib bicker bide biff bight bilge
  bill billet billow binge bioassay birch birdie birdlime birr bitt bivouac blab blabber blackberry blacken
  blackguard blacktop blanch blare blarney blaspheme blast blat blather blaze blazon bleach bleat bleed bleep blemish
  blight blindfold blink blinker blister bloom blossom blot blotch blow blub blubber blueprint blunt blurt blush
  bluster boast bob bobsled bode bodypaint bog bogey boggle boldface bolster bombard bombproof bond bong bonk bonnet
  boo boogie boom boomerang bootleg booze bop bosom bounce bower brag braid brail braille brainstorm brandish
  brattice brattle bravo brawl bray brazen breast breastfeed breaststroke breathe breed brighten brim brine bristle
  broach broaden broadside brocade broider broil broker brooch brook broom browse bruise bruit brunch buccaneer
  buckle buckram bud budge buff buffet bugle bulge bulldoze bulletin bulletproof bum bump bunch bung bunker bunt buoy
  bur burgeon burl burlesque burp burr burrow burthen bury bushel busk bust bustle butcher butt buttress buzz cab
  cabal cabbage cabin cackle cajole cakewalk calcify calcimine calender caliper calk calligraph calliper callous
  callus calumniate camber camouflage canal candy cane canker cannibalize cannulate canoe canonize canoodle canopy
  cant canter cantilever canton caparison caper capitalise capitalize capsize capsule caravan carbonate careen career
  caress caricature carjack carmine carnalize carol carom carp cartoon cartwheel carve cash casket castigate castrate
  catalog catalogue catapult catcall catechize cater catnap caulk causeway cauterize caution cavern cavort caw cede
  cement censure centralize centrifuge cerebrate certify chafe chaff chamfer champ chandelle chant chap chaperon
  chaperone char character characterise characterize charcoal chariot chase chasse chatter chauffeur chaw cheapen
  checker cheek cheep chelate cheque chequer childproof chime chin chine chirp chitchat chloroform chock choir chomp
  choreograph chortle chorus christen chronicle chuckle chuff chug churn chute cinch cinematise cinematize cipher
  circumcise circumnavigate circumscribe citrate clack clam clamber clamor clamour clangor clank clapboard claret
  clarify clarion clasp clatter claw claxon cleanse cleat cleave clench clew climax clinch clink clinker cloak
  clobber clog cloister clomp clone clop closet closure clot clothe clout clown cluck clue clump clunk clutch clutter
  coach coagulate coal coalesce coax cobble cobblestone cockle cocoon codify coexist coffin cog cogitate cohere coif
  coiffure coke coldwork collar collude combust comfit commandeer commemorate commercialize commune communize
  companion compartmentalize complexion complicate compost comprehend conceal concede conceive concentrate
  conceptualise conceptualize concertina concertise concertize concoct concord concur condone cone confab confabulate
  confect confection confer confess confide confiscate confound conga conge congeal congee conglomerate congregate
  conjecture conjoin conjure conk conn connote conquer consign consolidate conspire constrict construe consummate
  contemplate contort contour contradict contrive convalesce convene conventionalize converse convert convoy convulse
  coo cook cooper cop copulate coquette corbel cord corduroy cork corkscrew cornice corral corroborate corrode corset
  cosh cosponsor costume counsel countenance counterbalance counterchallenge counterfeit counterplot counterpoint
  counterpoise countersign countersink counterweight cower cowhide cowl crab crackle cradle craft cram crane crank
  crave crawfish crayon creak cream crease creep cremate crenel creosote crepe crescendo crest crick crimp crimson
  cringe crinkle cripple crisscross croak crochet crock crook croon croquet crosscut crosshatch crouch cruise crumb
  crumble crump crumple crunch crust crystallize cub cuckoo cuddle cudgel cuff cull culminate cultivate curdle curl
  currycomb curtail curtsey curtsy cushion cuss cybernate cyclostyle cypher dab dabble dado damascene dampen dance
  dangle darken darn dart dateline daub dawdle dawn daydream daze dazzle deaf debark debate debilitate debit debone
  debrief debunk debut decapitate decelerate decentralize decimate decipher declaim decline decommission decompress
  decorate decree decry dedicate deduce deem deepen deface defecate defend defile deflate deflower deforest defray
  defrost defy degas degenerate deglaze deglycerolize dehydrate deliberate delimit delouse deluge delve demagnetize
  demarcate dematerialize demise demolish demonize demur demyelinate demystify demythologize denigrate depersonalize
  depopulate depreciate deprive descant descend desensitise desensitize designate desist desolate despatch despoil
  destabilise destabilize destine destruct deter detonate detox detoxify detribalize devalue deviate devise devote
  devour dialyze dibble dice dicker digress dilapidate dilate diminish dimple din dine dingdong dinge disabuse
  disallow disarray disassemble disavow disband disburse discern disclaim disco discontinue discourage disembark
  disembowel disengage disentangle disfigure disincarnate disinfect disinherit disintegrate dislocate dislodge
  dismantle dismember dismount disown dispel disperse displace dispossess disprove disqualify disrobe dissect
  dissemble disseminate dissent dissipate dissuade distemper ditto dive diversify divest divine divulge docket doctor
  dodge doff dogfight dogsled domesticate domicile dominate don dong doodle dope dote douse dovetail downplay dowse
  doze dramatise dramatize drape draught drawl dredge drench dribble drip drivel drizzle droop dropforge dropkick
  drowse dry drydock dub dumbfound dummy dung dunk dusk dwarf dwell dwindle dynamite earmark eat eavesdrop ebb echo
  economize eddy edify editorialize educe eff efface effectuate effloresce egress ejaculate eject elaborate elbow
  electroplate elegise elegize elongate elope elucidate elude elute email emanate emasculate embalm embark embellish
  embezzle emblazon embody emboss embroider embroil emerge emigrate empathize emphasise emphasize enamel encamp
  encapsulate encase encipher encircle encompass encore encroach encrust endanger endure energise energize enervate
  enfold engender engild engineer engrave engulf enjoin enlarge enmesh enquire ensconce enshrine ensue entangle
  entice entreat entrench entwine enunciate envelop envisage envision epitomize epoxy equal equilibrate equivocate
  eradicate erect err erupt escalade escalate escallop eschew escort espouse etch eulogize evade eventuate evert
  eviscerate exalt excise exclaim excogitate excommunicate excoriate exfoliate exhale exorcise experience explode
  expound expunge extemporise extenuate exteriorize exterminate extinguish extirpate extort extricate extrude exudate
  exude eyeball eyewitness fabricate facsimile fade falter familiarize famish fancy fantasise fantasize fantasy fare
  farrow fart fashion fasten fate father fathom fatten fawn fax feast feather federalize fee feign feint felicitate
  fell felt ferret ferry fester festoon fetter fettle fib fictionalise fictionalize fidget filch filet filigree
  fillet filtrate finance fireproof firm fissure fizz fizzle flagellate flail flake flambe flame flank flap flare
  flatter flaunt flavor flay fleck flee fleece fleer flesh flex flick flicker flinch flirt flit flitter flocculate
  flog floodlight floss flounce flounder flourish flout fluctuate fluoresce flurry flute flutter foal foam fodder
  foil foist foliate fondle foolproof foray forbear forego foreground foreknow foresee foreshadow foreshorten
  foretell forfeit fornicate forsake forswear fort fortify forward foxtrot fractionate fracture frank fray frazzle
  freckle freewheel freight fresco freshen fricassee fringe frisk fritter frizzle frock frogmarch frolic frost froth
  fry fuddle fulfil fulminate fumble fumigate funk funnel furl furnish furrow gab gabble gaggle gall gallop gangrene
  gape garb gargle garland garment garner garnish garotte garrote garrotte garter gash gasp gauffer gawk gaze gazette
  gee gel geminate general genuflect gestate gesticulate geyser ghostwrite giggle gild gimp gin ginger girdle girth
  glamour glare glaze gleam glean glide glimmer glimpse glint glisten glitter gloat glom glorify gloss glow glower
  glue glug glut glycerolize gnarl gnash gnaw gobble goggle gong gore gorge gossip gouge gown grab graduate graft
  grandstand grasp grate gravitate graze grease griddle grill grimace grime grin grip gripe grit groin groove grope
  grouch grout grovel growl grub grubstake grumble grunt guesstimate guffaw guide guillotine gulp gum gurgle gush gut
  gutter guy guzzle gyrate habituate haggle halloo hallow hallucinate halve ham handbuild handcraft handcuff handicap
  handstamp hap harangue harbinger harbour harden hare hark harken harlequin harmonize harp harrow harshen hasp
  hasten hatchel haul have haw hawk hazard haze headbutt headquarter heal hearken heave heckle hectograph heel heft
  heighten heliograph helm hem hemorrhage hemstitch henna herald heterodyne hew hex hibachi hibernate hiccup hie
  hightail hijack hike hill hinge hiss hitch hitchhike hob hobble hobnail hock hoe hog hoist holler hollo holystone
  homestead homogenize hone honeycomb honeymoon honk hoodoo hoop hoot hoover horn horseshoe horsewhip host hotfoot
  hound housebreak hover howl huddle hue huff hulk hull hump hunch hunker hurdle hurl hurry hurtle husband hush husk
  hustle hydrate hydroplane hymn hype hypertrophy hyperventilate hyphen hyphenate hypnotise hypnotize idealize ideate
  ignite illuminate illumine imagine imbed imbibe imbue immerse immigrate immobilise immobilize immolate immortalize
  impale impart impeach impel imperil impersonate implant implicate implode implore impound imprecate impregnate
  improvise improvize impugn incapacitate incarnate incase incinerate incise incite incline inclose incriminate
  inculcate indemnify indent indenture indite individualize infiltrate inflame inflect infuse inhabit inhale inhere
  initiate injure inlay inquire inscribe inseminate inset insinuate insist instal instigate instill institute
  institutionalize instrumentate insulate insure intensify intercede interchange interconnect interdict interject
  interlace interlock interlude intermingle intermix internalize interpenetrate interpose interrogate intertwine
  interweave intimate intone intrigue introject introvert intrude intrust intubate inure inveigh inveigle invent
  iodinate italicise italicize itemize jab jabber jack jackknife jackrabbit jade jag jangle japan jaundice jaunt jaw
  jawbone jaywalk jazz jeer jell jelly jeopardise jeopardize jest jet jettison jibe jig jiggle jilt jimmy jingle jinx
  jitterbug jive jog joggle jolt josh jostle jot joyride judge julienne jumble junk junket jut juxtapose kayak kayo
  keel kern keynote kibitz kindle kink kip kitten knead kneel knell knuckle kowtow lace lacerate lacquer lactate
  laden ladle lam laminate lampoon lance languish lap lard lark larn lash lasso latch lather laud launder lave lavish
  leach league leap leapfrog leash leather leaven lecture leech leer lengthen lessen levant lever levitate levy
  liaise libel lighter liken lilt limber lime limn limp linger lipstick liquefy liquidate lisp lithograph litter
  liven loaf lob lodge loft loiter loll lollygag loot lop lope lounge lour lowball lower lube luff lug luge lumber
  lump lunge lurch lure lust lyophilize lyric machinate macrame madder madrigal magnetize maim mainline major
  malfunction malign malt mambo manacle maneuver mangle manhandle manicure manifold mantle manure mar marble marcel
  marinade marinate maroon marshal martyr mash masquerade massacre massage master mastermind masturbate mate
  materialise materialize maul maximize meander mediate medicate medicine meditate meld mellow melodise melodize
  memorialize menstruate mentor meow mesh mesmerise mesmerize metabolize metamorphose metrify mew miaow microcopy
  microfilm microwave mildew mime mimeo mimeograph mimic mince mingle miniate miniaturize minimise minimize minor
  minstrel mint mire miscalculate misconstrue misdeal misgauge misjudge mislay misname misperceive misplay misprint
  mispronounce misquote misspell mist mistrust miter mizzle mob mobilize moderate moisten moisturize molt monitor
  monkey moo mooch moonshine moor moot morph mortar mortgage mortice mortise mosey mosh mothball motley motorbike
  motorboat motorcycle mottle mould moult mound mountaineer mousse muck muddle muffle mulch mull mumble mummify munch
  munition murk murmur muse mush muster mute mutilate mutter muzzle mystify mythologise mythologize nab nag nap
  narcotize narrate nasale nationalize naturalize nauseate necessitate negate negotiate neigh neighbor neighbour
  nestle nettle neuter neutralise nibble nickel nicker nickname nitpick nitrate nix nock noose nosedive nosh notarize
  notch nourish nucleate nurse nurture nuzzle obfuscate objectify obscure occlude occult officer offload offsaddle
  ogle oink omen ooh ooze opine opt orb orchestrate ornament orphan ossify outbid outclass outdistance outface outfit
  outflank outgrow outlive outmode outrank outride outrun outshine outsource overact overburden overcast overcharge
  overcompensate overcook overcrop overcultivate overdose overdramatize overeat overemphasize overexpose overfeed
  overfill overhang overhaul overhear overheat overindulge overlay overplay overprint overproduce overrule overrun
  overshadow oversleep overstate overstay overstep overstrain overturn overuse overwork ovulate owe oxidise oxygenate
  oyster padlock paginate palaver pall palm palpate palpebrate palsy palter pander panhandle pant pantomime parachute
  parade paralyse paralyze parch pare parget parody parrot partake partner pasture pat patronage patronize patter
  pave paw pawn peal pearl peck pedal peddle pedicure peek peel peep peer pelt pension perambulate perch percolate
  perforate perfume perish perjure perk perm permeate peroxide perpetuate persevere personalize personify perspire
  peruse pervade pestle pet petition petrify philosophize photocopy photostat pickle picnic piddle pierce piffle
  pigeonhole piggyback pilfer pilot pimp pinch pinion pinnacle pioneer pirate pirouette pitchfork pith pivot placard
  plait plank plash plaster plat playact pleat pledge plight plonk plop plow pluck plume plummet plump plunder plunge
  plunk ply pock poetise poetize poise poke polarize pole poleax poleaxe politicize polka pollard polychrome pomade
  pommel pompadour ponder poniard pooch pop pore portend porter portray pose posit possess postmark postulate potter
  pouch poultice pounce pound pout powwow practise prance prank prattle prawn preach preamble prearrange preassemble
  preconceive precook predominate preempt preen prefabricate preface prefigure preform preheat preisolate prelude
  premier premiere prepay presage pressurize presuppose prey prim primp prise privatize prize prizefight probate
  proclaim procrastinate procreate procure profess proffer programme promenade promulgate pronounce proofread prop
  prophesy prorate proscribe prosper prostrate protrude prowl pry psalm psychoanalyse psychoanalyze publicize publish
  pucker puddle puff puke pulp pulsate pulse pulverise pulverize pumice pummel pun punch puncture punt pup pupate
  puree purify purl purloin purport purr purse pussyfoot putt putty pyramid quack quadruple quadruplicate quaff quail
  quarantine quarrel quarry quaver quell quest quibble quicken quickstep quilt quip quirk quiver quiz rabbet raddle
  raffle rafter raiment rake rally ramble ramp ransack ransom rappel rase rasp ratchet ratiocinate ration rationalize
  rattle ravage ravel raven raze razz reactivate readapt readjust reaffirm realign ream reanimate reap reappear rear
  rearm reassert reassess reawaken rebate rebound rebroadcast rebuff rebuke rebut recant recap recapitulate recede
  recess recharge recite reckon reclassify recline recoil recollect recompense recondition reconfirm reconnoiter
  reconnoitre reconsider reconstitute reconvene reconvert recopy recount recoup recreate rectify recuperate recur
  recuse redden redecorate rededicate redefine redeploy redesign redevelop rediscover redouble reduplicate reecho
  reek reel reenact reenforce reevaluate reeve reexamine refashion refinance refit refocus reforge refrain
  refrigerate refuel refund refurbish refurnish refute regain regale regrow regulate regurgitate reharmonise
  reharmonize rehash rehearse reheat reimburse reincarnate reinterpret reintroduce reinvent reissue rejuvenate
  rekindle relace relapse relearn relent relinquish relive relyric remake remand reminisce remit remodel remold
  remonstrate remould rend renege renegotiate renovate reopen repaint repay repeal repel replant replenish replete
  replicate repose reposition repossess repot reprieve reprint reprise reprize reproach reprobate reproof republish
  repudiate repute requisition requite reschedule rescind reseal resect resell resettle reshoot resift resmudge
  resonate resound respite restate restock restrain resubmit resurface resurrect resuscitate resuspend retake retch
  retell rethink reticulate retie retort retrace retranslate retread retrofit retrograde retrospect rev revamp revel
  reverberate revile revise revitalize revolutionise revolutionize rewind rewire rework rhumba rhyme rib rick
  ricochet riddle ridge ridicule riff riffle rifle rim rime rip riposte ripple ritualize rival rive roach roam roar
  roleplay romanticize romp roneo roost rosin rot roughcast roughen roughhouse rouse rove rubberneck rubric ruck
  ruddle ruffle rumba rumble ruminate rummage rumor rumour rumple rupture rush rustle rut saber sabre sack sacrifice
  saddle sag sailplane salaam salivate sallow samba sanctify sanction sandblast sandpaper sanitize sap sashay sate
  satiate satisfy saunter saute savour savvy scab scaffold scald scallop scalp scamp scamper scarify scat scavenge
  scent schematize schlep schmooze scissor scoff scoot scorch scour scout scowl scrabble scram scramble scrap scratch
  scrawl screech scribble scribe scrimmage scrimp scroll scrounge scrub scrunch scruple scrutinize scry scud scuff
  scuffle scull sculpt scurry scuttle scythe seam seaplane sear seclude secrete secularize sedate seduce seep seesaw
  seethe segue seize sellotape sensitize sensualize sentimentalize sequester serenade settle sever shack shackle
  shake shamble shampoo shanghai shank sharpen shear sheathe sheer shellac shelter shelve shimmer shimmy shin shine
  shingle shinny shiver shoal shoehorn shoetree shoo shoplift shout shove shred shriek shrill shrine shrink shrivel
  shroud shrug shuck shudder shun shunt shush shutter shuttle sidestep sidetrack sidle sift sightread sightsee
  signpost silence silkscreen silt simmer simper simplify singe singsong sinter sip siphon sire situate sizzle skank
  skate skateboard skedaddle skewer ski skim skirl skirt skitter skulk skydive skylark skyrocket slacken slag slake
  slalom slander slang slant slap slat slate slather slaughter slaver sledge sledgehammer sleek sleep sleepwalk sleet
  sleigh sleuth slew slight slime slink slit slither slobber sloganeer slop slosh slouch slough slug sluice slumber
  slur slurp slush smack smash smelt smirk smite smock smolder smooch smother smudge smut snack snaffle snafu snag
  snap snare snarl snatch sneak sneer snicker sniff sniffle snigger snip snitch snivel snog snoop snooze snore
  snorkel snort snowball snowboard snowmobile snowshoe snuff snuggle soar soften sojourn solmizate solo solvate
  somersault sonnet soot sop sorb soundproof souse spade spang spangle spank spar spatchcock spatter spay spear speck
  speculate spew spiel spit splash splat splatter splay splice splint splotch splurge splutter spondaise spondaize
  sponge sponsor spoof spool sport sporulate spotlight spout sprain sprawl spree sprinkle sprint spritz spruce spud
  spume spurn spurt sputter spy squabble squall squat squawk squeak squeal squeegee squinch squint squire squirm
  squirt squish stagnate stalk stammer staple starboard starch stare stash staunch stave steady steam steamer stencil
  stenograph sterilize stickle stiffen stifle sting stint stipple stitch stockpile stomp stonewall stooge stoop
  stopper stopple stow straddle straggle straighten strangle strap stray streak streamline strew striate strickle
  stroll strop strum strut stucco stud stumble stump stun stupefy stutter stylise stylize subedit sublet sublimate
  sublime submarine submerge subordinate subside subsidize subsist subtend succumb suckle suction suds suffocate
  suffuse sugarcoat sulfate sulfur sully sulphur summate summit summon sunbathe sunburn sunder suntan sup superimpose
  superscribe supple supplicate suppose surcharge surf surfboard surfeit surge surmise surpass surveil suture swab
  swaddle swag swage swagger swamp swan swank swarm swash swat swathe swatter sway sweeten swerve swig swill swipe
  swirl swish swivel swob swoon swoop swoosh symbolize symphonise symphonize syphon syringe systematize tabularise
  tabularize tack tailgate tailor talc tame tamp tamper tampon tan tangle tango tantalize tarmac tarry tat tattle
  tattoo taunt teach tee teem teeter teetertotter telecast telegraph telephone teleport telescope televise telex tell
  temper tempt tenderize terrace testify tether thatch theorise theorize thicken thieve thirst thrash thresh thrive
  throb throng thrum thud thumb thumbtack thump thunder thwack tickle ticktock tidy tiller tincture tinge tingle tink
  tinker tinkle tinsel tint tipple tiptoe titillate titter toady toboggan toddle toenail toll tomahawk tongue toot
  tope topple toss tot tote totter toughen tour tow trademark traipse trammel tramp trample transact transcend
  transect transfuse transmute transpirate transpire traumatize treadle trek tremble trepan trephine trice trifle
  trill triplicate trivialize troop trot trounce trowel truckle trudge trump trumpet trundle truss tsk tuck tucker
  tug turf tusk tussle tut tutor twang tweak tweedle tweet tweeze twiddle twill twin twine twinge twinkle twirl twit
  twitch twitter typecast typeset typify ultracentrifuge unbalance unbind unblock unbuckle unburden unbutton unchain
  unclasp unclog uncork uncouple uncover uncross uncurl underact undercoat undercut underlay underlie underpay
  underpin underplay underproduce underrate underscore understate understudy undertake underwrite undress undulate
  unearth unfasten unfurl unhand unhitch unhook unhorse unicycle universalize unlace unlash unlearn unleash unmake
  unpin unplug unsaddle unscramble unscrew unseal unsheathe unsolder unstrap untangle unteach unthaw untie unveil
  unwind unwire unwrap upchuck uphold upholster upraise urbanize urge urinate usher usurp utter vacation vacuum
  vagabond vamoose vamp vandalize vaporise vaporize varnish vault veer veil vein velcro veneer vent verbalize
  verdigris verge vermiculate vermilion verse versify videotape vilify visa vitriol vivify vocalise vocalize volley
  volunteer voodoo vouch vouchsafe vow vroom waddle wade waffle waft wag waggle wail waken wallop wallow wallpaper
  waltz wan wane wanton warble ware watercolor watercolour waterproof wattle wean wear weatherstrip wedge wee welt
  welter wench whack wham whang whap wharf wheedle wheelbarrow wheeze whelp whet whiff whimper whine whinny whip whir
  whirl whirligig whirlpool whish whisk whisker whisper white whiteout whittle whiz whizz wholesale whomp whoop
  whoosh whop wield wiggle wilt wince winch wine wink winkle winnow wiretap wisecrack witch wither witness wobble
  woolgather worm wrack wrangle wreak wreathe wrest wriggle wring wrinkle writhe xerox yacht yack yak yammer yank yap
  yaw yawl yawn yawp yell yelp yip yodel yoke zest zigzag zinc zipper
  `,
  /** What something relates to; such a word has no degrees. */
  kinds: `
  abasic abatic abbatial abdominal abdominovesical abient abiogenetic ablative abolitionary abomasal absolutistic
  abyssal acanthotic acapnial acapnic acapnotic accentual accessional accipitrine accommodational acculturational
  acculturative accusatorial acentric acervate acetic acetonic acetylenic acetylic achenial achlorhydric achondritic
  achondroplastic achromatinic aciculate acidimetric acidotic acinar acinic acinose acinous acneiform acoustical
  acrocentric acrogenic acrogenous acronymic acronymous actinic actinometric actinometrical actinomycetal
  actinomycetous actinomycotic actuarial aculeate aculeated adactylous adamantine adenoid adenoidal adient adjectival
  adjective adjudicative adjudicatory administrative adnexal adrenal adrenergic adrenocortical advective adventitial
  adventuristic adverbial aecial aeonian aeriferous aerodynamic aerolitic aerological aeromechanic aeromedical
  aeronautic aeronautical aerophilatelic aesculapian aesthetic aetiologic aetiological afebrile affixal affixial
  afghan afghani agential agonadal agonal agonistic agranulocytic agraphic agricultural agrobiologic agrobiological
  agrologic agrological agronomic agronomical agrypnotic ahistorical alabaster alabastrine alar albinal albinic
  albinistic albinotic albitic albuminous albuminuric alchemic alchemical alchemistic alchemistical aldehydic
  aldermanic aldermanly aleuronic algal algebraical algoid algolagnic algometric algometrical alimentative alkahestic
  alkaloidal alkalotic alkylic allantoic allelic allelomorphic allergenic alliaceous allogamous allographic
  allomerous allometric allomorphic allopathic allophonic allotropic allotropical alluvial allylic alopecic
  alphabetic alphabetical alphameric alphamerical alphanumeric alphanumerical altitudinal alular aluminous alveolar
  alvine amalgamative amaranthine amaurotic ambassadorial amblyopic ambrosian ambulacral ambulatory ameban amebic
  ameboid amebous amenorrheal amenorrheic amenorrhoeal amenorrhoeic amethystine aminic amitotic ammino ammoniac
  ammoniacal ammoniated ammonitic amnestic amnic amnionic amniotic amoeban amoebic amoeboid amoebous amoristic
  amphibian amphibious amphitheatric amphitheatrical amphoric ampullar ampullary amygdaline amylolytic anabiotic
  anabolic anaclitic anacoluthic anaemic anaesthetic anaglyphic anaglyphical anaglyptic anaglyptical anagogic
  anagogical anagrammatic anagrammatical anal analytic anamnestic anamorphic anapaestic anapestic anaphasic anaphoric
  anaphylactic anaplastic anarchistic anasarcous anastigmatic anastomotic anatomic anatomical androgenetic androgenic
  androgenous androgynous anecdotal anemographic anemometric anemometrical anencephalic anencephalous aneroid
  anesthetic anestric anestrous aneuploid aneurismal aneurismatic aneurysmal aneurysmatic angelical anginal anginose
  anginous angiocarpic angiocarpous angiomatous angiospermous anguine angular anicteric animalistic animatistic
  animistic anionic aniseikonic anisogametic anisogamic anisogamous anisometropic ankylotic annalistic annelid
  annelidan annexal annexational annunciatory anodal anodic anoestrous anoperineal anopheline anorectal anorthitic
  anosmatic anosmic anoxemic anoxic anserine antecubital antediluvial antennal antennary antenuptial antheridial
  anthracitic anthropic anthropical anthropocentric anthropogenetic anthropogenic anthropological anthropometric
  anthropometrical anthropophagous antiadrenergic antiapartheid antibacterial antibiotic anticancer anticlimactic
  anticlimactical anticoagulative anticyclonic antidotal antifungal antigenic antimonic antimonious antineoplastic
  antiphonal antiphonary antipodal antipodean antipollution antisatellite antisemitic antistrophic antithyroid
  antitumor antitumour antitypic antitypical antiviral anuran anuretic anuric anxiolytic aoristic aortal aortic
  aphaeretic aphanitic apheretic aphetic aphoristic apian apiarian apicultural aplitic apneic apnoeic apocynaceous
  apogametic apogamic apogamous apogean apomictic apomictical aponeurotic apopemptic apophatic apophyseal apoplectic
  apoplectiform apoplectoid aposiopetic apostolic apostolical apostrophic apothecial apothegmatic apothegmatical
  appellate appellative appendicular appetitive appointive appositional appositive appropriative apsidal aptitudinal
  aquacultural aqueous aquicultural aquiferous araceous arachnidian arachnoid araneidal araneidan arbitral
  arbitrational arbitrative arborary arboreal arborical arborous archaeologic archaeological archaistic archangelic
  archangelical archdiocesan archducal archegonial archegoniate archeologic archeological archepiscopal archesporial
  archidiaconal archiepiscopal archipelagic architectonic architectural archival archosaurian areal arenicolous
  areolar areolate argentic argentine argentous arithmetical armillary armorial aroid aromatic arsenical arsenious
  artefactual arterial arteriolar arteriosclerotic arteriovenous arthralgic arthromeric arthropodal arthropodan
  arthropodous arthrosporic arthrosporous articular articulary articulative articulatory artifactual artiodactyl
  artiodactylous artistic arundinaceous ascensional ascetical ascitic asclepiadaceous ascocarpous ascomycetous
  ascosporic ascosporous aspectual asphaltic asphyxiated associational asteriated asterismal asteroidal astomatal
  astragalar astral astrocytic astrological astronautic astronautical astronomic astronomical astrophysical asynergic
  atactic ataxic ateleiotic atheistical atheromatic atheromatous atherosclerotic athletic atmospheric atmospherical
  atonalistic atonic atrial atrioventricular atrophic attentional attic attitudinal attritional auctorial audiometric
  audiovisual auditive auditory augitic aural auric auricular auroral aurorean aurous auscultatory austenitic
  autacoidal autarchic autarchical autarkical authorial autobiographic autobiographical autocatalytic autodidactic
  autogenetic autographic autoimmune autolytic automotive autophytic autoplastic autoradiographic autosomal autotelic
  autotomic autotrophic autotypic auxetic auxinic avascular avellan avellane aversive avian avifaunal avifaunistic
  avionic avitaminotic avocational avuncular axile axillary axiological axiomatical axonal azido azimuthal azo
  azotemic azotic baboonish baccate bacchantic bacillar bacillary bacteremic bacterial bacterioid bacterioidal
  bacteriologic bacteriological bacteriolytic bacteriophagic bacteriophagous bacteriostatic bacteroid bacteroidal
  balletic ballistic balsamic balsamy baptismal bardic baric barographic barometric barometrical barytic basaltic
  basidial basidiomycetous basidiosporous basilar basilary basilican basinal basophilic batholithic batholitic
  bathyal bathymetric bathymetrical batrachian bauxitic behavioral behavioristic behavioural behaviouristic
  belemnitic benedictive benedictory benthal benthic benthonic bentonitic benzenoid benzoic benzylic berrylike
  betulaceous biauricular biaxal biaxate biaxial biblical bibliographic bibliographical bibliolatrous bibliomaniacal
  bibliophilic bibliopolic bibliothecal bibliothecarial bibliotic bicapsular bicentenary bicentennial bichromated
  bicipital bicylindrical bifilar biflagellate bignoniaceous bilabial biliary bilious billiard bimetallic
  bimetallistic bimillenial bimolecular bimorphemic binocular binomial biocatalytic biochemical bioclimatic
  biogenetic biogenic biogenous biogeographic biogeographical biographic biographical biologic biologistic biomedical
  bionic bionomic bionomical biosynthetic biosystematic biotic biotitic biotypic bipolar biquadratic birefringent
  bisectional bismuthal bismuthic bisontine bistred bistroic bitumenoid bituminoid bituminous bivalent bivariate
  bizonal bladderlike bladdery bladed blastemal blastematic blastemic blastocoelic blastodermatic blastodermic
  blastogenetic blastomeric blastomycotic blastoporal blastoporic blastospheric blastular bodily bolographic
  bolometric boracic borated boreal boric boronic boskopoid botanic botanical botryoid botryoidal botulinal
  boustrophedonic bovid bovine boytrose brachial brachiopod brachiopodous brachyurous bracteal bracteate bracteolate
  brahminic brahminical branchial branchiopod branchiopodan branchiopodous brasslike brassy bregmatic bridal brimless
  brisant broadband bromic bromidic bronchial bronchiolar bronchoscopic bryophytic bubaline bubonic buccal budgetary
  bulbaceous bulbar bungaloid bureaucratic burglarious burlesque burrlike bursal buteonine butyraceous butyric
  cachectic cacodaemonic cacodemonic cacodylic cacogenic cadastral cadaveric caducean caecal caecilian caesarean
  caesarian caesural caffeinic calcaneal calcareous calceiform calceolate calcic calciferous calcific calcitic
  calculous calendric calendrical calibrated calico calicular calisthenic calligraphic calligraphical callithumpian
  caloric calorimetric calyceal calycinal calycine calycled calycular calyculate calyptrate cambial campanular
  campanulate campanulated camphoraceous camphoric canalicular cancroid canicular canine cannibalistic canonic
  cantonal capacitive capillary capitular capitulary caprine capsular carangid carbocyclic carbolated carbonaceous
  carbonic carboniferous carbonous carbonyl carbonylic carboxyl carboxylic carcinogenic carcinomatous cardiographic
  cardiologic cardiopulmonary cardiovascular carinal carnivorous carotid carpal carpellary carpetbag carposporic
  carposporous carroty cartilaginous cartographic cartographical caruncular carunculate carunculated carunculous
  caryophyllaceous casuistic casuistical catabolic catachrestic catachrestical catalatic catalytic catamenial
  cataphatic cataphoretic cataplastic catapultian catapultic catarrhal catatonic catechetic catechetical catechismal
  catechistic categorial categoric categorical cathectic cathedral cathodic cationic catkinate catoptric catoptrical
  caudal cecal celebratory celestial celiac cellular cellulosid cementitious cenobitic cenobitical cenogenetic
  censorial centenary centennial centesimal centigrade centralist centralistic centroidal centromeric centrosomic
  cephalic cephalopod cephalopodan cercarial cereal cerebellar cerebrospinal cerebrovascular ceremonious ceric cerous
  ceruminous cervical cervine cesarean cesarian cetacean cetaceous chaetal chaetognathan chaetognathous chafflike
  chaffy chalky chalybeate chancroidal chancrous chartaceous chauvinistic chelate chelated cheliceral chelicerate
  chelicerous cheliferous chelonian chemic chemiluminescent chemoreceptive chemotherapeutic cherty chiasmal
  chiasmatic chiasmic childbearing chiliastic chimeral chimeric chimerical chiromantic chirpy chitinous chlamydial
  chlorophyllose chlorophyllous chlorotic choleraic choragic choral chordal chordate choreographic choric chorionic
  chromatic chromatinic chromatographic chromosomal chylaceous chylifactive chylifactory chyliferous chylific chylous
  cilial ciliary ciliate cinematic cinerary circadian circulative circulatory cislunar citric citrous civic
  clamatorial classicistic classificatory clausal cleistogamic cleistogamous clerical climatic climatical clitoral
  clitoric clonal clonic cloze coastal coccal coccygeal cochlear coeliac coenobitic coenobitical cogitative coital
  collagenic collagenous collarless collegial collegiate colonic colorectal colorimetric colorimetrical comatose
  cometary cometic commemorative commensal communicative communistic comparative conceptualistic concessive
  concretistic condylar conelike configurational confrontational congeneric congenerical congenerous congestive
  congregational congressional conic conical conjugal conjunctival connubial conspecific conspirative conspiratorial
  constitutional consubstantial consular continental contractual contrapuntal copular copulatory cordless
  coreferential cormose cormous corneal coronary corpuscular correlational cortical corvine corymbose cosmogenic
  cosmogonic cosmogonical cosmologic cosmological costal counterinsurgent counterterror covalent cranial craniometric
  craniometrical creaseproof credal creedal cretaceous criminological crinoid croupy cruciferous crural crustacean
  crustaceous crustal crustose cryogenic cryonic cryptanalytic cryptobiotic cryptogamic cryptogamous cryptographic
  cryptographical cryptologic cryptological ctenoid cubistic cubital cucurbitaceous culinary cuneal cuneiform cupric
  cuprous curatorial curricular cutaneal cutaneous cuticular cyanobacterial cyanophyte cybernetic cyclonal cyclonic
  cyclonical cyclopean cyclothymic cyprinid cyprinoid cystic cytogenetic cytogenetical cytokinetic cytologic
  cytological cytolytic cytophotometric cytoplasmatic cytoplasmic cytoplastic cytotoxic czarist czaristic dacitic
  dactylic daisylike danish defervescent deformational deictic deistic deliverable demagogic demagogical demographic
  demoniacal demotic dendritic denominational dental departmental dermal dermatologic dermatological dermic despotic
  despotical developmental diagonalizable dialectal dialectic dialectical diamagnetic diamantine diametral diametric
  diametrical diaphoretic diaphyseal diaphysial diastolic diatomic diazo dicarboxylic dichromatic dictatorial
  dictyopteran dietary dietetic dietetical differentiable digestive diluvial diluvian dimorphic dimorphous diplomatic
  dipolar dipterous directional disciplinary discomycetous distributional dithyrambic divalent divisional dizygotic
  dizygous doctoral doctorial doctrinal documental documentary dolomitic domiciliary dominical doric dramaturgic
  dramaturgical drupaceous dualistic ducal ductless dumpy duodenal dural dyadic dynastic dysgenic dysplastic
  dystopian earthen ebracteate ecclesiastical ecologic econometric ectodermal ectodermic ectopic ectozoan editorial
  elapsed electoral electrochemical electrolytic electromotive electrophoretic electrostatic elegiac elemental
  elocutionary elysian embolic emphysematous empiric empyreal empyrean emulous encysted endermatic endermic
  endocrinal endocrine endodontic endometrial endoparasitic endoscopic endothelial endovenous endozoan enolic enteral
  enteric entomologic entomological entozoan entrepreneurial enzymatic eolithic eonian eosinophilic eparchial
  epenthetic epical epicanthic epicarpal epicyclic epicyclical epidemiologic epidemiological epidermal epidermic
  epidural epigastric epilithic epiphyseal epiphysial epiphytic episcopal epistemic epistemological epithelial
  epitheliod epizoan eponymic eponymous equatorial equine equinoctial eremitic eremitical ergonomic ergotic
  ergotropic eruptive erythematous erythroid erythropoietic eschatological esophageal estrogenic estuarial estuarine
  ethnocentric ethnographic ethnographical ethnologic ethnological etiologic etiological etymological eucaryotic
  euclidian eudaemonic eudemonic eugenic eukaryotic euphonic euphonical eutherian eutrophic evangelical evangelistic
  evaporative evidentiary evolutionary excrescent excretory exegetic exegetical exilic exocrine exodontic
  expansionist experiential expiative expiatory expiratory expressionistic exteroceptive extracellular extradural
  extragalactic extralinguistic extrasystolic extropic exuvial facial factorial facultative faecal falconine familial
  fascistic fatalistic faucal febrile fecal feline femoral fenestral ferial fermentable ferric ferromagnetic ferrous
  fetal feudal feudalistic fiberoptic fibreoptic fibrillose fibrinous fibrocalcific fictile fictional fiducial filar
  filarial filariid filial firmamental fiscal fisheye fishy fistulous flagellate flagellated flakey flaky flinty
  floricultural flowery fluvial foetal foliaceous foliate foliated follicular forcipate formalised formalistic
  formalized formic formulary fossiliferous fourhanded fraternal frictional frictionless fruticose fruticulose fugal
  fundamentalistic funerary fungal fungicidal fungoid fungous funguslike funicular futuristic galactic gallinaceous
  galvanic garlicky gastric gastroduodenal gastroesophageal gastrointestinal gastronomic gastronomical gemmiferous
  genealogic genealogical generational genetical genic genital genitive genitourinary genotypic genotypical geodesic
  geodesical geodetic geographical geologic geological geometrical geomorphologic geomorphological geophysical
  geophytic geopolitical geostrategic geothermal geothermic geriatric gerontological gerundial gestational gingival
  glabellar glacial gladiatorial glandular glial glomerular glossopharyngeal glottal glottochronological gluteal
  glycogenic gnomic gonadal gonadotrophic gonadotropic gothic graduated grammatic granuliferous granulocytic
  granulomatous grapelike gravimetric gravitative greenhouse greensick greenside grubby gubernatorial gustative
  gustatorial gustatory gymnosophical gymnospermous gynaecological gynecologic gynecological gyral gyroscopic hadal
  haemal haematal haematic haematogenic haematological haematopoietic haemic haemolytic haemophilic haemopoietic
  haemorrhagic handheld haptic heathlike heliac heliacal hemal hematal hematic hematogenic hematologic hematological
  hematopoietic hemic hemiparasitic hemispheric hemispherical hemodynamic hemolytic hemophilic hemopoietic
  hemorrhagic hepatic heraldist herbal hermeneutic heterodyne heterosporous heterotrophic hex hexadecimal hexagonal
  hexangular hidrotic hieratic hieratical hieroglyphic hieroglyphical hilar hiplength hircine histologic histological
  holographic holographical homeopathic homeostatic homiletic homiletical homonymic homonymous homophonous
  homosporous homostyled homostylic homostylous hooflike horary hormonal horticultural humanistic humic humified
  humoral hyaloplasmic hydrocephalic hydrodynamic hydroelectric hydrographic hydrographical hydrokinetic hydrolyzable
  hydrometric hydropathic hydroponic hydrostatic hydroxy hymenal hymeneal hymenopterous hyoid hyperemic hyperthermal
  hypnotic hypodermal hypodermic hypoglycaemic hypoglycemic hypophyseal hypophysectomised hypophysial hypothalamic
  hypothermic hypovolaemic hypovolemic iambic ichorous iconic icosahedral ictal icterogenic ictic idealistic
  ideographic ideological idiomatic idiomatical idiopathic idolatrous igneous iliac illative immunochemical
  immunologic immunological immunosuppressed immunosuppressive imperial imperialistic impetiginous implicational
  impressionistic incestuous indexical indexless indusial inertial inferential infinitival informational
  inframaxillary inguinal inhalant inquisitorial inscriptive insectan insecticidal inspiratory institutional
  instructional insular insurrectional insurrectionary integumental integumentary intercellular intercostal
  interdepartmental interfacial intergalactic interlineal interlinear interlobular interlocutory intermolecular
  interoceptive interplanetary interrogative interstellar interstitial intertidal intertribal intervertebral
  intestinal intimal intracellular intracerebral intracranial intracutaneous intradepartmental intradermal
  intradermic intralinguistic intralobular intramolecular intramuscular intrapulmonary intrasentential intrauterine
  intravenous intraventricular intuitionist invitational involucrate iodinated iodised iodized iridaceous iridic
  iritic ischaemic ischemic isentropic isolationistic isomeric isometric isomorphic isomorphous isopteran isothermic
  isotopic isthmian italic jihadi jittery journalistic jugular jumentous juridic juridical jurisprudential kafkaesque
  karyokinetic katabolic katharobic kinaesthetic kinesthetic labial labyrinthine lacertilian lachrymal lachrymatory
  lacrimal lacrimatory lacteal lactic lactogenic lacustrine laniary laryngeal lathery latinate latitudinal
  legislative leguminous lenten leonine leprous lexicalised lexicalized lexicographic lexicographical lexicostatistic
  libidinal lienal liliaceous limacine limacoid limbic limnological lingual literary lithic lithographic lithomantic
  lithophytic littoral liturgical lobar lobate lobated lobeliaceous lobular locomotive locomotor logistical
  logogrammatic logographic longitudinal loopy lucifugal lucifugous lumbar lumbosacral lunisolar lupine luteal
  lymphatic lymphocytic lymphoid lysogenic macaronic macerative macrencephalic macrencephalous macrobiotic
  macrocephalic macrocephalous macrocosmic macroeconomic macromolecular magisterial malarial mammalian mammary
  managerial mandibular mandibulate mandibulofacial manorial marital marly marmoreal marmorean marsupial masonic
  mastoid mastoidal matrimonial maturational matutinal maxillary maxillodental maxillofacial mayoral mealy measured
  mecopterous mediaeval mediatorial mediatory medicolegal medieval medullary medullated medusoid megakaryocytic
  megalithic megaloblastic meiotic membranous meningeal menopausal mensal menstrual mensurable mensural mentholated
  mercantile mercuric mercurous meretricious meridian meridional meritocratic mesenteric mesic mesoblastic mesodermal
  mesolithic mesonic messianic metabolic metacarpal metacentric metallurgic metallurgical metamorphic metamorphous
  metaphysical metastable metastatic metatarsal meteoric meteoritic meteoritical meteorologic meteorological
  methodological methylated metrical metrological micaceous microbic microcephalic microcephalous microcosmic
  microeconomic microelectronic micrometeoric micrometeoritic micropylar microscopical microsomal migrational milch
  millenary millennial millennian ministerial minty miotic missional mithraic mithraistic mitotic mitral mnemonic
  mnemotechnic mnemotechnical molal molar monatomic moneran monetary monistic monoatomic monocarboxylic monocarpic
  monochromatic monoclonal monometallic monomorphemic monotypic monozygotic montane monumental moraceous morbilliform
  morphemic morphologic morphophonemic mortuary motional motivational mousey muciferous mucinoid mucinous
  mucocutaneous mucoid mucoidal mucopurulent mucosal mucose mucous multicultural multilevel multinomial multinucleate
  multiphase mural murine muscovite muscular musculoskeletal musical musicological mutafacient mutagenic mutational
  mutative myalgic myelic myelinated myelinic myeloid myocardial myoid myopathic myotic myotonic myrmecophytic
  mystical mythic nacreous nanocephalic narcotic narial nasal nasopharyngeal natal nativistic natriuretic naturistic
  nautical naval navigational neandertal nebular necromantic necromantical necrotic nectariferous neoclassicistic
  neocortical neolithic neonatal neoplastic neotenic neotenous nephritic neritic neuralgic neuroanatomic
  neuroanatomical neurobiological neuroendocrine neurogenic neuroglial neurologic neurological neuromatous
  neuromuscular neuronal neuronic neuropsychiatric neurotoxic neurotropic nihilistic nilpotent nitric nitrogenous
  nitrous nodular nominalistic nominative noncaloric nonenzymatic nonfictional nonfinancial nonharmonic nonlexical
  nonlinguistic nonpasserine nonpolar nonruminant nonspatial nonspherical nonsteroidal nonsuppurative nonsurgical
  nonthermal nontranslational nordic normative nosocomial nosohusial nucleate nucleated numeral numerological nuptial
  nutritional nutritionary oaten obligational obstetric obstetrical occipital occlusive occupational oceanic
  ocellated octagonal octal octangular ocular ohmic oleaceous olfactive olfactory oligarchic oligarchical omissive
  omnidirectional oncologic oncological oneiric onomastic onomatopoeic onomatopoetic ontogenetic ontological operatic
  operationalist operculate operculated ophthalmic optative optic oracular orbital orchestral orchestrated
  organicistic organisational organismal organismic organizational ornithological oropharyngeal orphic orthodontic
  orthodox orthographic orthopaedic orthopedic orthopedical orthoptic oscine osmotic osseous ossicular ossiculate
  ossiferous osteal otic ovarian ovine ovular oxalic oxidised oxidized pachydermal pachydermatous pachydermic
  pachydermous pacific packable paediatric palaeolithic palaeontological palatal palatial palatoglossal paleocortical
  paleolithic paleontological palingenetic palmar palpatory palpebrate pancreatic panicled paniculate pantheistic
  papal paperlike papillary papillate papilliform papillose papistic papistical parabolic parabolical paradigmatic
  paralytical paramagnetic paramilitary paranasal parasitic parasitical parasympathetic parental parenteral
  parheliacal parhelic parietal parliamentary parochial parotid parous paroxysmal participial particularistic
  partitive parturient paschal passerine pasteurized pastoral patellar paternal pathological patristic patristical
  patronymic peacekeeping peaty pectic pectineal pectoral pecuniary pedagogic pedagogical pedal pediatric pelagic
  pelvic pemphigous penal penial penile peninsular pentagonal pentangular pentatonic pentavalent penumbral peptic
  perceptive percussive percutaneous perianal pericardiac pericardial perigonal perinasal perineal periodontal
  periodontic perirhinal perithelial peritoneal peroneal petaloid phagocytic phalangeal phallic pharmaceutic
  pharmaceutical pharmacologic pharmacological pharyngeal phenomenal phenotypic phenotypical philatelic philatelical
  philharmonic philhellenic philological philosophic philosophical phocine phonemic phonic phonogramic phonologic
  phonological phosphoric phosphorous photic photochemical photoconductive photoelectric photoelectrical
  photoemissive photographic photomechanical photometric photometrical photosynthetic phrasal phreatic phrenic
  phrenological phyletic phyllodial phylogenetic physicochemical physiological pianistic pictographic pictorial
  pictural pietistic pietistical piezoelectric pilar pilosebaceous pineal piratical piscatorial piscatory piscine
  pituitary plagioclastic planetal planetary planktonic planographic plantal plantar platonic pleochroic pleomorphic
  pleural plumbaginaceous plumbic plumbous pluralistic plutocratic plutocratical pneumatic pneumococcal pneumogastric
  pneumonic poetic poetical polarographic polemoniaceous polyatomic polydactyl polydactylous polygonal polyhedral
  polymeric polymorphemic polymorphic polymorphous polyphase polyphonic polyphonous pontifical popish popliteal
  porcine porphyritic posed positionable positional positivistic postbiblical postdoctoral postexilic postganglionic
  postglacial postictal postmenopausal postmillennial postmodern postmodernist postnuptial postpositive postulational
  postural praetorial pragmatical prandial preanal precancerous preclinical preconceived precordial prefectural
  prejudicious prelapsarian premarital premedical premenopausal premenstrual prenuptial prepositional presentational
  presidential presocratic pressor presymptomatic pretorial pretorian priestly primiparous prismatic procaryotic
  processional proconsular prodromal prodromic professorial progestational prokaryotic prolusory promissory
  promotional pronominal propagandistic propagative propitiatory proprioceptive propulsive prosodic prostate
  prostatic prosthetic prosthodontic proteinaceous proteolytic protozoal protozoan protozoic protozoological
  provencal proverbial psychiatric psychiatrical psychoanalytic psychoanalytical psychogenetic psychogenic
  psycholinguistic psychometric psychomotor psychosexual psychotherapeutic pteridological pubertal pubic pudendal
  puerile puerperal pugilistic pulmonary pulmonic punic pupillary purgatorial puritanical putrid pyaemic pycnotic
  pyemic pyknotic pyloric pyogenic pyrectic pyrochemical pyroelectric pyroelectrical pyrogallic pyrogenetic pyrogenic
  pyrogenous pyrographic pyroligneous pyrolignic pyrolytic pyrotechnic pyrotechnical pyrrhic quadrangular
  quadraphonic quadrasonic quadriphonic quadrisonic quantal quantized quartan quartzose quincentenary quincentennial
  quintessential rabbinic rabbinical rabid racial radiographic radiological radiophonic radiotelephonic raptorial
  rationalistic ratlike ratty rayless recessional recessionary recessive recoilless recombinant recreational rectal
  rectosigmoid redemptional redemptive redemptory reductionist refractile refractive regimental relativistic renal
  rental reptilian residuary resinated resinlike respiratory retinal reversionary revivalistic rheologic rheological
  rhetorical rhinal rhizoidal rhizomatous rhombic rhomboid rhomboidal rickettsial riparian ritual ritualistic robotic
  roentgenographic romaic romanticistic romish ropey ropy rosaceous rotatory royal ruminant runic rupestral
  rupicolous sabbatic sabbatical saccadic sacculate sacculated sacerdotal sacral sacramental sacrificial
  sadomasochistic salamandriform salientian salivary salvific sanious sanitized sapiens saponaceous sapphirine
  saprobic saprophytic sarcoid sarcolemmal sarcolemmic sarcolemnous sarcosomal sartorial satyric satyrical saurian
  saxatile saxicoline saxicolous scalene scalic scapular scapulohumeral schismatic schismatical schizoid sciatic
  scientific sclerosed sclerotic scopal scorbutic scotch scotomatous scriptural scrotal sculptural scurfy secretarial
  secretory sectional sectorial sedimentary seismologic seismological semicentenary semicentennial seminal
  seminiferous semiotic semiotical semiparasitic semiterrestrial semitropic semitropical senatorial sensorimotor
  sensorineural sentential sepaline sepaloid septal septate sepulchral seraphic seraphical sericultural serologic
  serological serous servo servomechanical sexagesimal sexual shamanist shamanistic shambolic shelflike shrubby
  siamese sidearm sidereal sigmoid sigmoidal siliceous silicious simian skeletal slivery soapy societal sociobiologic
  sociobiological sociocultural socioeconomic sociolinguistic sociological sociopathic solanaceous somatosensory
  sophistic soteriological soviet spacial spatiotemporal specialistic spectrographic spectrometric spectroscopic
  spectroscopical spermatic spermicidal spermous sphingine spicate spiderlike spiderly spidery spinal spiritualistic
  splanchnic splashy splenetic splenic spondaic sporogenous sportive spousal squinty stagflationary stainable stannic
  stannous staphylococcal statuary statutory stearic stemmatic stenographic stenographical stereoscopic sternal
  sternutatory steroidal stingless stoichiometric stoloniferous stomachal stomachic stomatal stomatous stovepiped
  strategic strategical strep streptococcal streptococcic striate strung subarctic subatomic subclavian subclinical
  subcortical subcutaneous subdural subjunctive sublimated sublingual sublittoral sublunar sublunary subocular
  suborbital substantival subtropic subtropical suburban succinic suctorial sudorific sudsy sulcate sulfuretted
  sulfuric sulfurized sulfurous sulphuretted sulphuric sulphurous superlunar superlunary supernaturalist supervisory
  suppurative supraocular supraorbital surficial sustentacular syllabic syllogistic symbolical sympathomimetic
  symphonic synaesthetic synaptic syncretic syncretical syncretistic syncretistical synesthetic synoptic synovial
  syntactical syntagmatic systolic tactical tactile tactual tannic tarsal tartaric taurine taxonomic taxonomical
  technophilic technophobic tectonic tegular telegraphic teleological telephonic telluric telocentric temperamental
  tendinous tensile tensional tentacled tentacular teratogenic terminological terrene tertian testaceous testamentary
  testicular testimonial tetanic tetragonal tetrametric tetravalent textile thalamocortical thalassic thalloid
  thallophytic theatrical theistic theistical thenal thenar theocratic theological theosophical therapeutical thermic
  thermionic thermodynamical thermoelectric thermoelectrical thermogravimetric thermometric thermostatic thoracic
  thoriated thyroid thyroidal thyrotoxic tibial tinny titular titulary tomentose tonic tonsorial topographic
  topographical topologic toroidal torrential tortious totalistic totemic totipotent toxicologic toxicological
  trabecular trabeculate tracheal tractive tragicomic transactinide transatlantic transcultural transcutaneous
  transdermal transdermic transitional translational translunar translunary transoceanic transpolar transuranic
  trapezoidal triangulate tribal tricentenary tricentennial trigonometric trihydroxy triumphal trivalent trochaic
  trophic trophoblastic trophotropic tsarist tsaristic tubal tuberculate tuberculoid tuberous turbinate tutorial
  tympanic tympanitic typographic typographical tzarist ulcerative ulnar ultramicroscopic umbellar umbellate
  umbelliferous umbelliform umbilical unavenged uncial uncontested undescended undulant undulatory unfretted ungual
  unicellular unifilar uninucleate uniovular uniovulate unitary universalist universalistic unmyelinated unpigmented
  unthematic uraemic urceolate uremic urethral uric uricosuric urinary urogenital ursine uterine uveal uveous uvular
  vacuolate vacuolated vagal vaginal valedictory valent valetudinary valved valvular vanilla varicelliform variolar
  variolic variolous vasomotor vegetal vegetational vegetative vegetive vehicular veinal velar venereal venous
  ventilatory ventricular vertebral vesical vesicular vestiary vestibular vestmental viatical vibrational vibrionic
  vicarial vicennial viceregal vicinal vigesimal vinaceous vinous virginal viricidal virological virucidal visceral
  viscometric viscosimetric vitiliginous vitreous vocational vocative volar volcanic voltaic volumed volumetric
  volumetrical voyeuristic voyeuristical vulpecular vulpine vulval vulvar waxen waxy weatherly wheaten whiplike
  wholemeal wideband wolfish wolflike woolen woollen wrinkleproof xerographic yeastlike yeasty yogic yogistic
  zenithal zodiacal zoic zonary zoological zoonotic zygomatic zygotic zymoid zymolytic zymotic
  `,
  /** How something is. */
  looks: `
  abbreviated abject ablated ablaze abloom abnormal abominable abortifacient aboveboard aboveground abrasive abreast
  abridged abroad abrupt absentminded absorbent absorptive abstractive abstruse absurd abundant abysmal accelerated
  accessory accompanied accountable accrued accumulated accumulative accursed accusative accusatory ace acerbic achy
  acidic acquired acquisitive acrobatic actinoid actionable activated actuated acute adagio adamant adaptable
  addictive addlebrained addled adhesive adipose adjunct adjustable adjuvant admirable admissible adoptive adrift
  adroit adsorbate adsorbent adulterant adulterous adventuresome adverse advertised advised advisory aerated aerobic
  aerosolized afeard afeared affable affective afferent affiliated affirmative afire aflame aflare afloat aflutter
  afoot aforesaid aforethought afoul aft agape ageless agglomerate agile agitated aglow agoraphobic agrarian agrestic
  aground ahorseback aimless ain airborne airless airsick airtight airy ajar akimbo akin alfresco algorithmic
  alienated alight alimentary aliquot all alleged allegorical allegro allied allocable allowable aloof alpha
  alphabetized alright amalgamated amateurish ambidextrous ambiguous amenable amethyst amiable amidship amiss amok
  amorous amorphous ample amuck amygdaloid amyloid anachronistic anaerobic analeptic analgesic analogue analytical
  analyzed ancestral ancillary andante anemic angelic angled anhydrous animated annihilated announced anodyne
  anomalous anomic answerable antacid antebellum anterior anterograde anthelminthic anthelmintic anthropomorphic
  antiaircraft antic anticholinergic anticipated anticipatory antiknock antimicrobial antimicrobic antipersonnel
  antipyretic antiquated antiseptic antisocial antitank antithetical antitrust antsy aperient aphrodisiac apocryphal
  apolitical apologetic apparent appetising appetizing applied appreciable appreciative apprenticed approachable
  apropos apt arable arcane archaic archetypal arco arctic arduous argent argillaceous argumentative aristocratic
  armless aroused arranged arrant artful articulate articulated artless arty ascendant ascertainable asexual ashen
  ashy asinine askance askew asleep assassinated assertive associative astringent astute asunder asymmetrical
  asymptomatic ataractic atavistic atheistic atrophied attainable attentive attenuate attired attributable atypical
  auburn auld auspicious austere austral authentic authenticated authorised authoritative authorized autistic
  autocratic autonomic autumnal avaricious averse avocado awake awash aweary awed aweigh awestruck awry axiomatic
  babelike babyish backbreaking backhand backless backstage baffled baggy baked bald baleful bally balmy banal
  bandaged bandy bankable banner bantam baptised baptized barbecued bareback barefaced barefoot barehanded barmy
  baronial baroque barren barricaded basal based baseless bashful bass bastardized battleful batty batwing bawdy bay
  beady beamish bearable beardless beardown beastly beauteous bedfast bedraggled bedridden beefy beery beetle
  befuddled begotten beguiled beholden beige belated believable bellicose bellied belowground bemused beneficent
  benign bereft besieged bespectacled bespoke bestial bestubbled beta bicorn bicuspid bigger bighearted bilateral
  billionth billowy bimetal bimonthly biodegradable bioluminescent bipartisan biped bipedal biracial birch bitchy
  bittersweet bitty biweekly blameless bland blasphemous blatant bleak bleary blest blindfold blockaded bloodcurdling
  bloodless bloodshot bloodsucking bloodthirsty blotchy blubbery bluff bluish blunt blustery bobtail bodacious boffo
  boggy bogus boisterous bombastic bombproof boned boneless boney bonkers bonnie bonny bony bookish boon boorish
  bootleg bootless boozy borderline bossy bottomless bouffant bouncy boundless bountiful bowery boxy boyish braced
  brackish brag brainless brainy braised brash bratty brawny brazen breakable breakaway breakneck breathless breezy
  brickle brindle briny broadloom broadside brocaded brokenhearted bronzed broody brotherly brownish brushy brusque
  brut brutish bubbly buckram buggy bulbous bulky bulletproof bullnecked bumptious bumpy bungled buried burly burry
  bushy businesslike bust busty buttery buxom bygone cabalistic cackly cadaverous cagey calamitous calculated
  calculative callous callow camouflaged campy cancerous candid candied canny canonized cantankerous capacious
  capitalistic capricious caramel carbonated cardboard careworn carminative carmine carnal carnation carsick carved
  carven casebook cased castrated casual cataclysmic catchy categorized cathartic catty causative caustic cautionary
  cavernous cc ceaseless celluloid centralized centrifugal cerebral ceremonial certifiable certified cerulean chafed
  chancy changeable changeless chantlike charcoal charismatic charnel chartreuse chaste chatty cheeky cheesy chestnut
  chesty chewable chewy childless childlike chilly chinless chintzy chipper chivalrous chockful choky choleric choosy
  choppy chronic chubby chummy chunky churchgoing churlish cinnabar circumferential circumspect circumstantial cissy
  citywide civilised civilized cl clad clammy clamorous clandestine clannish clarion classic classified classless
  claustrophobic cleanly clearheaded cleft clement cliched climactic cloisonne cloudless cloven clubby clumsy clunky
  coagulate coaxial cockamamie cocksure coercive coexistent cogent cognizant cohesive coincident coincidental
  coldhearted colicky collaborative collapsible collateral collectable collectible colloquial colonized colorful
  colorless colossal colourful columnlike combative combinable combined combustible comely comfy comical commendable
  commensurate commercialized commonplace commonsense communal communicable communicational companionable
  compartmentalized compensated completed compliant complicated complimentary composed comprehensible compulsory
  comradely concave conceivable concentrated conciliatory concomitant concordant condemnatory conducive conductive
  confidential configured confined confiscate confluent conformable congenial congenital conglomerate congratulatory
  congruent conjugated connective conscientious conscious consecrate consecrated consensual consequent conserved
  considerable considerate consolidated consonant consonantal conspicuous constipated constituent constituted
  constrictive constructive consummate consummated continent contingent continual continued contraband contrabass
  contraceptive contradictory contributory contrite contrived controllable convenient conversant conversational
  converse convertible convoluted convulsive cooperative coordinated copacetic copasetic copious cordial corky corny
  corporeal correctable correctional corrective correlated correlative corroded corrosive corrugated corruptible
  corticofugal cosmetic costumed cosy cottony countable counteractive counterbalanced counterclockwise counterfeit
  counterintuitive counterproductive countless countywide coupled courtly couth covert covetous coy cozy crabby
  crackle crafty craggy cranky crass craved crazed creaky creditable creepy crescendo crescent cresson cretinous
  crimson crinkled crinkly crippled crispy crisscross critical crosstown crotchety cruddy crumbly crummy crumpled
  crusty cryptic crystallized cuboid cuddly culpable cultivated cultured cumbersome curable curative curdled cursed
  cursive cursory curst curt curvaceous curvy cushy custodial customary cv cyan cyclical cycloid cylindrical dabbled
  daft dainty damask damnable danceable dank dapper dappled darkling dastardly dateless dazed dazzled deadpan deaf
  deathlike deathly debased debatable debilitated decapitated decent decided deciduous declarative declaratory
  declared declassified decorated decorative decreased decreed decrepit dedifferentiated deductible defamatory
  defenceless defensible defensive deferential defiled definable defined definitive deflated degenerative dehydrated
  deleterious deliberate delicate delirious deltoid delusional deluxe demented democratic demonic demonstrable
  demonstrative demulcent demure demythologized denatured deniable depilatory depleted deplorable depraved
  deprecatory depressant deprived deranged derisive derogatory described desecrated deserved desiccated designate
  desolate despicable despised destined destitute desultory detachable detectable determinable determinant
  determinate detestable detrimental devalued devilish devious devoid devout dewy dexter dexterous dextrous diabolic
  diabolical diachronic diaphanous dicey dickey dicky dictated differentiated diffused digestible dignified
  dilapidated diligent diluted diminutive dingy dinky directionless directive dirigible disarranged discernable
  discernible discharged disciplined disclosed discombobulated discontinued discordant discorporate discourteous
  discreet discretionary disdainful diseased disembodied disenfranchised disfigured disgraceful disgruntled
  dishonorable dishonourable dishy disinfectant disingenuous disintegrative dislocated disloyal dismantled dismissive
  disobedient disorderly disorganised disparate dispassionate dispensable dispensed dispersed disposable disposed
  disputable disreputable disrespectful dissimilar dissipated dissociative dissolute dissolved distaff distal
  distinctive distortable distraught distributive disused diversified diversionary divided divisible divisive
  divorced doable docile doglike dogmatic doleful domed domesticated dominated doped dopey dormant dorsal dotty
  doughy downfield downhill downright downstage downstair downtown downtrodden downward downwind downy dozy drab
  drafty dramatic draped drastic draughty dreamless dreamlike dreamy dressy dried drinkable drippy drizzly droll
  drowsy drugless drumhead drunken dulcet dumbstruck dumfounded dun duodecimal duplicable duplicitous dusky dutiful
  dysfunctional dysphoric earless earliest earsplitting earthbound earthlike earthly earthshaking earthy eastbound
  easterly eastward easygoing eatable ebony ebullient economical ecumenical edematous edentulous edged edgy educated
  effectual effeminate effervescent effete efficacious effluent effulgent effusive egotistical egregious eidetic
  eighteenth eightfold elaborate elaborated elderly eldritch elective elephantine elevated elfin elite ellipsoid
  elliptical elongate elongated eloquent elusive elvish emaciated emancipated emasculate emasculated embezzled
  emblematic embodied embryonic emergent eminent emollient emotional emotionless emotive empathic emphasized emphatic
  encased encircled encyclopedic endless enforceable enforced engaged engorged engraved enigmatic enlarged enormous
  enraptured entangled entire entranced enviable ephemeral epic epistolatory epochal equilateral equipotent equitable
  equivocal erect erectile eroded erogenous errant erratic ersatz erstwhile erudite escaped esoteric especial
  esthetic estranged eternal ethereal euphonious euphoriant evaluative evaporated evasive eventful everlasting every
  evidenced evident evidential eviscerate evocative evoked exceptional excess excessive exchanged excitable excitant
  excitatory exculpatory excusable excused executed exemplary exigent existent existential exorbitant exotic
  expandable expansive expectable expectant expedient expeditionary expeditious expendable expensive experienced
  expired explainable explanatory exploded exploitative exploitive explosive expository expressible expressionless
  expressive extant extemporaneous exterior exterminated extinct extracurricular extralegal extramarital extraneous
  extraordinaire extraordinary extrasensory extravagant eyed eyeless eyelike fab fabled fabricated faced faceless
  facetious facile facilitatory factual fain faithless fallible fallow falsetto famed familiarized fanatical fancied
  fanciful fancy fantastical far faraway farcical farfetched farsighted farther farthest fashionable fastidious
  fateful fatherless fatherly fatuous faux fazed feathery featured featureless feckless fecund feisty felicitous fell
  felonious feminine feral ferocious fetid feverish fewer fewest fey fibrous fickle fictitious fictive fiendish
  fierce fiery fifteenth fiftieth figurative figured filmy finer finicky fireproof firm firsthand fissile fizzy
  flabby flaccid flagrant flamboyant flammable flashy flatulent flavorful flavorless flaxen fledged fleecy fleshy
  flightless flighty flimsy flint flippant flirtatious floaty floppy floral florid flossy fluent fluffy fluorescent
  flyaway flyspeck foamy focal folksy foolhardy foolproof footloose foppish forceful forceless forcible fore foregone
  forehand foremost forensic foreseeable forfeit forged forgivable forlorn formative formidable formless formulaic
  formulated forte forthright fortieth fortified fortuitous fossilised fossilized fourfold fourscore foursquare
  fourteenth foxy fractious fragmentary fragrant frail framed frangible fraught freakish freckled freeborn freehand
  freestanding freewill frenetic frenzied friable friendless frightful frigid frilly fringed frivolous frizzy frontal
  frostbitten frothy froward frowzled frugal fruitful fruity frumpy fulsome fungible furthest furtive fused fusiform
  fussy gabby gaga gainful galore gamey gammy gamy gangly gangrenous garbled gargantuan garish garrulous gaseous
  gassy gauche gaudy gaunt gawky gelatinous genteel gentle gentlemanlike gentlemanly geosynchronous germane germfree
  germinal germy ghostlike ghostly ghoulish giant gibelike gigantic gilt gimcrack gimpy ginger gingerly girlish glace
  glassless glassy glazed glib glittery globular glorified gloved glued gluey gluttonous gnarly goateed goddam
  godforsaken godless godlike godly gonzo goodish goodly gooey goosey gorgeous gormless gory gossamer gossipy
  governmental grabby graceless grainy grandiose grassroots grassy gratified gratis gratuitous graven gravid grayish
  greased greasy greenish gregarious grievous grimy gritty grizzled grizzly groggy grooved groovy grotesque grouchy
  groundbreaking groundless grown gruff grumpy grungy guided guileless guiltless gummy gushy gusty gutless gutsy
  guttural gymnastic habitable hairless hairsplitting hallucinatory hallucinogenic hammy handled handless handmade
  handwoven hangdog haphazard hardback hardcore hardcover hardheaded hardhearted hardworking harebrained hasty
  hateful hatless haughty haywire hazel hazy headfirst headless headlong headstrong heady healthful healthier hearsay
  heartsick hearty heavyset hebephrenic hectic hedged hedonistic heedless hefty heinous helminthic henpecked hep
  heraldic herculean hereditary heretical hermaphroditic hermetic het heterocyclic heterozygous hewn hidebound
  highborn higher highfalutin highland hilly hindmost hip hired hirsute historic hitless hoar hoarse hokey holey
  holistic holy homebound homegrown homelike homely homemade homespun homeward homey homicidal hominid homoerotic
  homogenized homophobic homozygous honorable honorary honourable horny hospitable housebroken huddled huffy humbled
  humdrum humongous humorless humourless hungry hurried hurtful husbandly husky hyaline hydrated hydrophilic
  hydrophobic hydrous hygienic hyperactive hyperbolic hypercritical hyperfine hypersensitive hypertonic hypertrophied
  hypnotised hypnotized hypoactive iatrogenic idealised idealized identifiable identified idiosyncratic idolised
  idolized idyllic iffy ignited ignoble ignominious ii iii il illegible illicit illuminated illusionary illusive
  illusory illustrative illustrious imaginable imbalanced imbecilic imitative immaculate immaterial immature
  immeasurable immemorial immense imminent immobile immoderate immodest immoral immovable immunized immutable
  impartial impassable impassioned impeccable impecunious impenetrable imperative imperceptible imperious
  imperishable impermeable impersonal impertinent impervious impetuous impious impish implacable implausible
  implicated implike impolite imponderable impossible impracticable impractical imprecise impregnable impressionable
  improbable impromptu improvised imprudent impudent impulsive impure inaccessible inadmissible inadvisable
  inalienable inane inanimate inarticulate inattentive inaudible inaugural inauspicious inboard inborn inbound inbred
  incalculable incandescent incarnate incertain incessant inchoate incidental incipient incised incisive inclement
  inclined included incognito incommunicado incomparable incompatible inconceivable incongruous inconsequential
  inconsiderable inconsolable inconspicuous inconstant incontinent incontrovertible incorporated incorrigible
  incorruptible incredible incredulous indebted indecent indecipherable indecorous indefatigable indefensible
  indefinable indelible indelicate indentured indescribable indeterminate indictable indie indigenous indigent
  indigestible indigo indiscreet indiscriminate indispensable indisposed indisputable indistinct indistinguishable
  individualistic individualized indivisible indolent indomitable indoor indubitable induced indulgent industrious
  inebriated inedible ineffable inelegant ineligible inescapable inestimable inexact inexhaustible inexpensive
  inexperienced inexplicable inexpressible inextricable infallible infamous infective infertile infinitesimal infirm
  inflammable inflammatory inflatable inflated inflexible influent informal infrequent ingenious ingenuous inglorious
  ingrown inhibitory inhospitable inhumane inimitable injurious inky inlaid inland inmost innermost innocuous
  innumerable inoffensive inoperable inopportune inordinate insatiable inscribed inscrutable insensate insensible
  inseparable inshore insidious insightful insincere insistent insolent insoluble insouciant instant instinct
  instinctive institutionalized instructive insubordinate insubstantial insufferable insuperable insupportable
  insurmountable intangible integrated intelligible intemperate intensified interchangeable intercollegiate
  intercontinental interdependent interfaith interior interlaced intermeshed interminable interpersonal interpretable
  interpretative interpretive interracial interrelated interrogatory interspecies interstate interwoven intolerable
  intolerant intoned intoxicated intractable intramural intransigent intransitive intrepid introductory introspective
  intrusive intuitive inundated inured invalidated invaluable invariable invasive inventive investigative invigorated
  inviolate involuntary involved ionized ipsilateral irascible iridescent irksome ironclad ironical ironlike ironshod
  irreconcilable irredeemable irreducible irrefutable irremediable irreplaceable irrepressible irretrievable
  irreverent irrevocable irritable isosceles isothermal isotonic iv ix jade jaded jaundiced jazzy jejune jellied
  jerkwater jerky jet jingly jobless jocose jocund judgmental judicial judicious juicy jumbled jumbo jurisdictional
  justifiable kaput khaki killable kindhearted kindled kindly kindred kingly kinky kitschy kittenish knifelike
  knightly knobby knockabout knockdown knotty knowledgeable kookie kooky kosher laborious laborsaving lacerate
  lacerated lachrymose lackluster lacy laden ladylike lamblike lamentable landlocked landscaped languid lanky
  larboard larger largish largo larval lascivious lateen laudable laughable lavender lavish lawful lawless lax
  laxative leaden leafy leaky leased leathery lecherous leery leftover legato legendary leggy legible legion
  legitimate legless leisurely lemony lengthy lenitive lesser levelheaded lewd liable liberated libidinous licensed
  lifelike lightheaded lilac limber limitless limp limpid lionhearted liquefied listless lite lithe littler livable
  liveable livelong liver livery localized located loco lofty longhand longish longstanding longtime lopsided
  loquacious lordly loveable loveless lovelorn loverly lovesick lowland lowly lubricated lucent lucid lukewarm
  luminescent luminous lumpish lumpy lurid luscious lustful lustrous lusty luxe luxuriant luxurious lv lx lxx lxxviii
  lxxx lyonnaise lyric lyrical machinelike macroscopic magenta maggoty magic magical magnanimous magnetised
  magnetized magnified majestic makeshift maladjusted maladroit maleficent malevolent malicious malign malignant
  malleable malodorous malposed mammoth manageable maneuverable mangled mangy maniacal manic maniclike manifold
  manipulative manky manlike manly mannerly mannish manoeuvrable mansard mantic manufactured marbled marbleized
  marketable marriageable marshy marvellous masculine masochistic massive masterful masterly matchless materialistic
  maternal matey matt matured maudlin mauve mawkish maxi meager meagre measly measurable meatless meaty mechanistic
  mechanized meddlesome medial mediate medicinal mediocre meek megalomaniacal mellifluous mellow melodic melodious
  melodramatic mendacious merciful merciless mercurial merged meritorious meshuga mesmerised mesmerized mesomorphic
  messy metaphoric metaphorical meticulous micro midi midland midway midwestern mighty militaristic milkless milky
  millionth mimetic mindful mini miniature minimized miniscule mint minus minuscule miraculous mired misanthropic
  misappropriated misbegotten misbranded miscellaneous mischievous miserly misguided mislaid misogynistic misrelated
  misshapen mistrustful misty moblike moderne modernised modest modified moire moldy molten momentous monaural
  moneymaking monkish mono monogamous monolithic mononuclear monophonic monosyllabic monotonous monounsaturated
  monstrous moonless moonlit moonstruck moot moral moralistic morbid mordant moribund moronic morose mortal mortgaged
  mortified motherless motherly motionless motive motiveless motley motorised motorized mottled mouldy mountainous
  mousy movable moveable moved mucky muddied muddled muddleheaded muffled muggy mulish multidimensional multilateral
  multinational multiplex multiplied multipurpose multitudinous mum mundane mushy musky mustached musty mutable muted
  mutilated mutinous muzzy myopic myriad mysterious mystified mythical mythological nameless nappy narcissistic nary
  nascent nationalistic nationwide natty naturalistic naturalized naughty nauseated nauseous navicular navigable
  neanderthal nearsighted neat nebulous nee needled needless nefarious neglectful negligent negotiable neighborly
  neighbourly neoclassic neoclassical nerveless nervy nestled nether netlike nettlesome neuter neutralised
  neutralized newfangled newfound newsworthy nigh nightmarish nimble nineteenth nippy nociceptive noiseless noisome
  nomadic nominated nonalcoholic nonassertive nonchalant nonchurchgoing noncommissioned noncommittal noncompetitive
  nondenominational none nonequivalent nonessential nonexistent nonfat nonfunctional nonhuman noninfectious
  noninvasive nonionic nonlethal nonmetal nonmetallic nonmilitary nonnative nonobservant nonparticulate nonphysical
  nonpolitical nonporous nonproductive nonprofit nonsectarian nonsensical nonspecific nonstop nontoxic nonverbal
  nonviolent nonvolatile northbound northeast northeastern northerly northernmost northward northwest northwesterly
  northwestern nosed nostalgic nosy noticed noxious nubile nude nullified numerous numinous nursed nutritious
  nutritive nutty nymphomaniacal oaken obdurate obedient obese objectionable obligate obligated obligatory obliged
  oblique oblivious oblong obscure obsequious observable observant observed obsessional obsolescent obtainable obtuse
  obvious occluded ocher ochre odious odorless offbeat offhand officious offshore offside offstage olden oleophilic
  oleophobic olive omnibus omnipotent omnipresent omniscient oncoming onetime onshore onside onstage opalescent
  openmouthed operable opinionated opportune opportunistic opposable opposed opulent oratorical organised organized
  orgiastic oriental orientated ornamental ornate ornery ostensible ostentatious otherworldly outback outboard
  outbound outdoorsy outlandish outlined outlying outmoded outright outsized outspoken outstretched overactive
  overage overanxious overblown overcast overconfident overcurious overdone overeager overemotional overenthusiastic
  overexcited overfed overgrown overhand overland overpriced overripe oversensitive oversexed overshot overstated
  overt overvaliant overweening overzealous ovoid packaged painless painstaking palatable palliative pallid pally
  palpable paltry pandemic panicky panoramic paperback papery paradoxical paralyzed paramount paranormal pardonable
  parentless parky parrotlike particulate passable passe passionless pastel pastelike pasty pat patchy paternalistic
  pathless pathogenic pathologic patriarchal patriotic patronized paunchy paved payable peaceable peachy peaky peanut
  pearly peckish peculiar pedantic pedigree pedigreed peerless peeved peevish pejorative pendant pendent pendulous
  penitentiary penniless pent penultimate peopled peppy perceived perceptible peregrine peremptory perennial
  perfidious perforate perforated perfumed perfunctory perilous periodical perishable perky permeable permissible
  permissive pernicious persnickety personable personalised personalized perspicacious perspicuous persuasive pert
  pertinent pervasive perverse pestilential pet petite petty petulant philanthropic phosphorescent photogenic
  pianissimo picayune pickled picky pictured piecemeal pierced piggy pigheaded pillaged pimply pinchbeck pinkish
  pinstriped pious piquant pithy pitiable pitiful pitiless pivotal pizzicato placed placid plagiarized plaintive
  plastic platitudinous playable pledged plenary plentiful pliable pliant plucky plump plush plutonic podgy poisonous
  pokey poky polemical politic political polychrome polycrystalline polysyllabic polytonal pomaded pompous ponderous
  populated populous pornographic portentous portly posh posthumous postmortem postnatal postoperative postpartum
  postprandial postwar potable potbellied potent potty powdery practicable practiced practised pragmatic praiseworthy
  preachy preadolescent precarious precast precautionary precedent precious precipitant precipitous precocious
  precooled predestined predetermined predisposed predominant predominate preeminent preemptive preexistent prefab
  preferential pregnant prehistoric prejudiced prejudicial preliterate premature premeditated premiere premium
  premonitory prenatal preoccupied prepackaged prepaid preparative preparatory preposterous prepubescent prepupal
  prescient prescribed presentable preservative preserved preset prestigious presto presumptive presumptuous
  pretentious preternatural preventative preventive prewar priceless pricey prickly pricy prideful priggish prim
  prima primal primeval primo primordial princely principled printable prissy pristine privy prize prizewinning
  probationary probative procreative prodigious productive profane profaned proficient profound profuse progressive
  prohibitive projectile prolific promiscuous prone pronounced propellant propellent prophetic prophylactic
  propitious proportionate prosaic prospective prostrate proto protogeometric prototypical provable proved proven
  providential provisional provocative proximal proximate proximo prudent prudential prudish prurient
  pseudoscientific psychedelic psychical psychokinetic psychosomatic psychotropic pubescent publicized puckish pudgy
  puff puffy pukka pulpy pulseless pulverized punctilious punctual punctured pungent punishable punitory puny pupal
  puppyish pureblood purebred purgative pursuant pussy pyramidal quadrate quadrilateral quadrillionth quadruped
  quadruple quadruplicate quaint qualified quantifiable quarantined quarrelsome queasy queenly querulous quicksilver
  quiescent quintillionth quirky quixotic quotable racy radiant radical radioactive rakish rambunctious rampant
  rancid randy rangy rapacious rapid rapt rarefied rarified rascally raspy ratable rational rattled raucous raunchy
  ravaged ravenous razed razorback reachable reactive realised realized reanimated rear rearward rebellious reborn
  recalcitrant receivable received receptive reclusive recognisable recognised recognizable recognized reconciled
  reconstructive recoverable rectified recuperative recyclable reddish redeemable redistributed redoubled redoubtable
  reduced reducible redux reedy referential reflective reflex reformatory refractory refrigerant refrigerated regal
  regardant regardless regressive regrettable regulated regulatory reincarnate reinforced reinvigorated relaxant
  relocated reluctant remedial reminiscent remiss remorseful remorseless removable removed remunerative reorganized
  repayable repeatable repellant repentant repetitious repetitive replaceable replete reprehensible representational
  repressive reproachful reproductive repugnant reputable required requisite resiny resistant resonant resourceful
  respectable respectful resplendent restive restorative resultant resuscitated retaliatory retentive reticent
  reticular reticulate retractable retro retroactive retrograde retrogressive returnable reverent revised revived
  revocable revolved rheumatoid rhymed rhythmical rickety riddled rife rifled righteous riled rimless riotous rippled
  risen risque ritzy roan rocklike rococo roguish rosy rotated rotund roughhewn roughshod roundabout rubberlike
  rubbery rudderless ruddy rudimentary ruffled ruinous ruled rum rumpled runaway runny rush russet rusty ruthless
  sable saccharine sacred sacrilegious sacrosanct saddled sadistic sagacious sagittal saintly salable salacious
  salaried saline sallow salmon salubrious salutary salvageable sanctified sanctimonious sane sanguine sanguineous
  sanitary sapphire sardonic sassy satanic satiate satiated satiric satirical saturated saucy saute savory savoury
  scabby scaly scant scanty scaphoid scarecrowish scarlet scatological scenic scholarly schoolgirlish scoreless
  scraggly scrambled scrappy scratchy scrawny screechy screwy scrub scrubby scruffy scrumptious scrupulous sculptured
  scummy scurrilous scurvy seaborne seafaring seagoing seamy sear seasick seaward seaworthy sebaceous sec secluded
  secondhand secretive sedate sedative sedentary seductive seedless seedy seemly segmental segregated selfless
  selfsame semiautomatic semiempirical semiformal semiliterate semiprecious semipublic semiskilled senile sensational
  senseless sensitized sensual sensuous sentient sentimental separated septic septicemic serendipitous serious
  serpentine serrated serviceable servile seventeenth sexless shabby shackled shadowy shady shaggy shameless shaped
  shapeless shapely shatterproof shaved shaven sheepish sheeplike sheer shiftless shifty shimmery shipboard shipshape
  shivery shod shoddy shoed shoeless shopworn shorthand shortsighted showy shrewish shrill shrimpy shrunken sickish
  sickly sidelong sightless silenced silken silky simplex simplistic sinewy singable singsong sinuous sisterly
  situated sixteenth sixtieth sizable sizeable sized sketchy skilful skillful skim skimpy skinless skinny skint
  skintight skittish skyward slain slanderous slapdash slaphappy slapstick slavish sleazy sleek sleepless sleeveless
  slender sliced slight slimy slippery slippy slipshod slithery slothful slovenly slushy sly smaller smallish smarmy
  smitten smoggy smoked smokeless smoky smoothbore smug smutty snafu snappish snappy snarky snarly snazzy sneezy
  snide sniffy snobbish snobby snooty snotty snowbound snowy snuff snug snuggled sociable socialised socialistic
  socialized sodden softheaded softhearted soggy soldierly solicitous solitary solo somatic sombre sometime somnolent
  sonic sonorous sooty soporific soppy sordid sorrel soulful soulless soundproof soupy southbound southeast
  southeastern southerly southernmost southward southwest southwestern spaced spacey spangled sparkly spasmodic
  special specialised specialized specious speckled spectacular specular speechless speedy spellbound spiffy spindly
  spineless spinous spiny spiritual splay splendiferous splintery spongy spooky sportsmanlike sporty spotty springy
  spruce spry spunky squab squalid squared squarish squat squeaky squeamish squiggly squint squishy stabile staccato
  stagnant staid stainless staminate standardized standby standoffish staple starboard starchy stark starkers starlit
  starry stated stateless stately statesmanlike statewide statuesque statute staunch steadied stealthy steamy steely
  stellar stellate stentorian stereo stereophonic stereotypical sterile sterilized sterling stern stillborn stilly
  stimulant stocky stodgy stoical stolid stoned stony storied stormy stouthearted straggly straightaway strait
  straitlaced strapless stray streaky streamlined streetwise strenuous stressful stretchy stringent stringy stripy
  stubby studied studious stuffy stumpy stupendous sturdy stylish stylistic stylized styptic subconscious subdued
  subhuman subjugated sublimate sublime subliminal subliterary submarine submersible submissive subscribed
  subservient subsidised subsidized subsonic substandard substantive subsurface subterranean suburbanized succinct
  succulent suchlike suckled sudden sugarless sugary suggestible suggestive sultry summery sumptuous sunbaked
  sunburnt sundry sunken sunless sunlit sunrise sunset sunstruck supercharged supercilious superficial superfine
  superfluous superhuman superlative supernatant supersonic superstitious supine supple supplemental supplementary
  supposed suppressive surly surmountable surprised surreal surrealistic surreptitious susceptible suspenseful svelte
  swampy swank swanky swart swarthy swashbuckling swingy swinish swish swollen sworn symbiotic symmetrical
  symptomatic synchronised synchronized syncopated synergistic syrupy systemic tabby taboo tabu tacit taciturn tacky
  tactful tactless takeout talentless talismanic talkative talky tame tan tangential tangerine tangled tangy
  tantamount tardy tarry tasteful tasteless tasty tatty taupe taut tawdry tawny taxable taxpaying teal tearful teary
  teased technological tedious teenage teenaged teensy teeny telepathic telescopic temperate tempestuous tenable
  tenacious tendentious tenderhearted tenderized tenebrous tenfold tenor tensed tensionless tenuous tenured tepid
  terminated ternary terse tertiary testy textbook textured thankless therapeutic thermonuclear thermoplastic
  thickspread thirteenth thirtieth thoroughgoing threadbare thready threescore thrifty thrillful throaty thrombosed
  thunderous ticklish tiddly tidy tightfisted tiled timeless timely timeworn tinkly tippy tipsy tiptoe tiptop
  tireless tiresome titanic titillated titled toilsome tokenish tolerable tongued toothy topless topmost topnotch
  torpid torrid tortuous torturous touchy touristy tousled toxicant traceable trackless traditional tragical
  traitorous tramontane transcendent transcendental transcontinental transcribed transgender transitory translucent
  transmissible transnational transplantable transposed transverse trashy treacherous treasonable treasured treed
  tremendous trendy triangular trichrome tricksy tricky tricolor tried trig trigonal trilateral trillion trillionth
  triplex trite tropic troublesome truculent trustful truthful tubby tubeless tubular tumescent tumultuous tuneful
  tuneless turgid twee tweedy twentieth twiggy twilight twinkly twisty twoscore ulcerated ulterior ultimate ultra
  ultramarine ultramodern ultrasonic umber umpteen umpteenth unabashed unabated unaccompanied unaccountable
  unaccustomed unachievable unacknowledged unacquainted unadjusted unadorned unadulterated unafraid unaided
  unalterable unambiguous unambitious unanimous unannounced unanswerable unanswered unanticipated unapologetic
  unappealing unappetizing unappreciative unapproachable unartistic unashamed unasked unassailable unassigned
  unassisted unassuming unasterisked unattached unattainable unauthentic unauthorised unauthorized unavoidable
  unbeatable unbeaten unbecoming unbeknownst unblemished unblessed unblinking unborn unbound unbowed unbreakable
  unbridled unbroken uncanny uncaring uncaused unceasing uncensored unceremonious uncertified unchallenged
  unchangeable unchanging uncharacteristic uncharged uncharitable uncharted uncheckable unchecked unchristian uncivil
  uncivilised uncivilized unclaimed unclassified unclean unclouded uncombable uncombed uncommitted uncommunicative
  uncompleted uncomplicated uncompromising unconfessed unconnected unconquerable unconquered unconscionable
  unconscious unconstitutional unconstrained uncontaminated uncontrollable uncontrolled uncontroversial
  unconventional unconvincing uncooked uncooperative uncoordinated uncorroborated uncorrupted uncounted uncoupled
  uncousinly uncouth uncritical uncrowned uncultured uncut undamaged undaunted undeclared undefeated undefended
  undefinable undemanding undemocratic undeniable undependable undepicted underage underarm underclass undercover
  underdone undereducated underfed underhand undermanned underprivileged undersea undersexed undersized understaffed
  understandable understated underwater underweight undeserved undetectable undetected undetermined undeterred
  undeveloped undiagnosed undifferentiated undigested undignified undiluted undiminished undiplomatic undisciplined
  undisclosed undiscovered undisguised undisputed undistinguished undisturbed undivided undocumented undomesticated
  undreamed undrinkable undue undulate undying unearthly uneconomical unedited uneducated unemotional unemployable
  unencumbered unending unendurable unenlightened unenthusiastic unequivocal unerring uneven unexceptional unexcused
  unexpected unexplainable unexplained unexploded unexplored unexpressed unfailing unfaithful unfaltering
  unfashionable unfathomable unfavourable unfed unfeeling unfertile unfettered unfixed unflagging unflappable
  unflattering unflinching unforeseeable unforeseen unforgettable unformed unfounded unfriendly unfrosted unfrozen
  unfurnished ungainly ungentlemanly ungodly ungoverned ungraceful ungracious ungraded unguarded unguided unharmed
  unheard unheated unheeded unheeding unhelpful unhinged unholy unhurried unhurt unidentifiable unidentified
  unilateral unimaginable unimpaired unimpassioned unimpeachable unimpeded unimportant unimposing unimpressive
  unimproved uninformed uninhabitable uninhabited uninhibited uninitiate uninitiated uninjectable uninjured
  uninspiring uninsured unintelligible uninterested uninteresting uninvited uninvolved unisex univalent unjustified
  unkempt unkind unkindly unknowable unknowing unladylike unlatched unlawful unleaded unlicensed unlikable unlined
  unlit unliterary unlivable unlovely unlubricated unlucky unmade unmalicious unmanageable unmanly unmannerly
  unmapped unmarked unmarried unmated unmentionable unmerciful unmeritorious unmilitary unmistakable unmitigated
  unmolested unmoved unnatural unnecessary unneeded unnerved unnoticed unnumbered unobstructed unobtainable
  unobtrusive unoccupied unofficial unopposed unorganized unorthodox unpaid unpaintable unpainted unpardonable
  unpassable unpatriotic unpaved unperformed unpicturesque unplanned unplowed unplumbed unpolished unpolluted
  unpopular unpopulated unprecedented unpredictable unprejudiced unpremeditated unprepared unprepossessing
  unpresentable unpretentious unprincipled unprintable unproblematic unprocurable unproductive unprofitable
  unpromising unpronounceable unprotected unprovable unproven unprovoked unpublished unpunished unqualified
  unquenchable unquestioned unquestioning unranked unreachable unread unready unreal unrealistic unreasonable
  unrecognizable unrecognized unreconstructed unrecorded unrecoverable unredeemed unrefined unreflective unregistered
  unregretting unregulated unrehearsed unreleased unrelenting unremarkable unremitting unrepentant unreported
  unrequited unresponsive unrestrained unrestricted unrewarded unrewarding unrighteous unrivaled unrivalled
  unromantic unruly unsaid unsalted unsanctified unsanitary unsatisfactory unsatisfying unsaturated unsavory
  unsavoury unscathed unscheduled unschooled unscripted unscrupulous unseasonable unseeing unseemly unselfconscious
  unsentimental unservile unshackled unshakable unsharpened unshaved unshaven unshielded unsightly unsinkable
  unskilled unsloped unsmiling unsociable unsocial unsolicited unsolvable unsolved unspeakable unspecified
  unspectacular unspoiled unspoilt unspoken unsportsmanlike unstained unsteady unsterilized unstilted unstressed
  unstrung unstuck unsubstantiated unsuitable unsuited unsullied unsung unsuspected unsuspecting unsympathetic
  untainted untalented untamed untangled untapped untellable untenable unthinkable unthinking untidy untimely
  untiring untitled untold untoward untraceable untraditional untrammeled untranslatable untreated untroubled
  untrusting untrustworthy untruthful untucked unturned untutored unusable unusual unvanquished unvarnished unvarying
  unventilated unverified unwarranted unwary unwashed unwavering unwed unwelcome unwell unwholesome unwieldy
  unwilling unwise unwitting unwomanly unworkable unwrinkled unwritten unyielding upbeat upcoming upcountry upfield
  uphill upland uppermost uppity upraised upright upstage upstair upstanding uptown upwind urbane urbanized useable
  utilised utilized utmost utter uttermost vaccinated vacuous vagabond vain vainglorious valiant valorous valued
  valueless vaporized vaporous varicose varied variegated vast vehement velvet velvety venal venerable vengeful
  venomous ventilated ventral verbose verboten verdant veridical verifiable veritable vermiculate vermilion
  vermillion vernacular vernal versed vertebrate very vesicant vesicatory vestigial vi vicarious victimised
  victorious vigorous vii viii villainous vindictive vinegary virile viscoelastic viselike visualized vocalic voiced
  voiceless void volant voluble voluminous voluptuous volute voracious votive vulcanized vulgar wacky wailful wakeful
  walleyed wan warlike warty wary washable waspish watchful watercress waterlogged waterproof watertight watery wavy
  waxlike wayward weaponless wearable wearied wearisome webby wedged wee weedy weeklong weensy weeny weepy weightless
  weighty wellborn westbound westerly westward whatsoever wheezy whiney whiny wholehearted wholesale wholesome
  widespread wifely wiggly wildcat wilful willful willowy wily wimpy windblown windswept windup windward winless
  winsome wintry wired wiry wishful wispy wistful witty womanish womanly wonderworking wondrous wonky woodsy woolly
  wooly woozy wordy workable workaday workmanlike worldly worldwide wormy worrisome worshipful woven wraithlike
  wriggly wrinkled wrinkly writhed wroth wrought wry xc xenophobic xi xii xiii xiv xix xl xv xvi xvii xviii xx xxi
  xxii xxiii xxiv xxix xxv xxvi xxvii xxviii xxx yon yonder youngish zesty zigzag zillion zippy
  `,
  /** How something is done. */
  manners: `
  aback abeam abjectly ably abnormally abominably aboveboard abreast abroad abruptly absently absentmindedly
  absolutely absurdly abundantly academically accusingly acoustically acutely adagio adamantly admirably admittedly
  adrift adroitly adversely advisedly aesthetically afar affably affectingly affectionately affirmatively afield
  afoot afresh aft afterward aggravatingly aggressively agilely agreeably aground ahorseback aimlessly airily akimbo
  alarmingly alee alertly alfresco algebraically all allegedly allegro aloft aloof alright alternately alternatively
  always amazingly amiably amicably amidship amiss amok amply amuck amusingly anachronistically analogously
  analytically anatomically anciently andante angelically angrily annoyingly annually anon anonymously anxiously
  anyhow anymore anyplace apace apiece apologetically appallingly apparently appreciably appreciatively approvingly
  apropos aptly arbitrarily architecturally arguably aright arrogantly artfully artificially artistically ashore
  askance askew asleep assiduously assuredly astern astonishingly astray astride astronomically asunder
  asymmetrically asymptotically atonally atop atrociously attentively audibly aurally auspiciously authentically
  authoritatively avidly awfully awhile awkwardly awry axially backstage bang bannerlike bareback barefoot barely
  basically beastly believably belike belligerently betwixt bewilderedly bewilderingly biannually bilaterally
  bimonthly biologically biweekly blandly blankly blatantly bleakly blessedly blindly blissfully blithely bluntly
  boastfully bodily boyishly bravely brazenly breathlessly brightly brilliantly briskly broadside brotherly busily
  buxomly calculatingly callously calmly candidly carelessly casually catastrophically categorically caudal causally
  cautiously ceaselessly centrally ceremonially ceremoniously cf characteristically charitably cheaply chemically
  chiefly childishly chock chronically civilly classically cleanly cleverly clinically closely closest clumsily
  coherently coincidentally coldly comically commendable commercially comparatively compassionately competently
  competitively comprehensively compulsively con conceivably conceptually concisely conclusively concretely
  confidentially confoundedly connubial conscientiously consciously conservatively considerably considerately
  consistently conspicuously constantly constitutionally constructively contentedly continually contractually
  contradictorily conveniently conventionally convincingly convulsively coolly copiously cordially correspondingly
  cortically cosily counterclockwise courteously covertly coyly crazily creatively credibly criminally crisscross
  critically crossly crosstown crudely cruelly culturally cunningly curiously curtly curvaceously customarily
  cynically daintily damnably dandily daringly darkly deadpan deathly deceitfully decent decently deceptively
  decidedly decisively deeply defenceless defensively defiantly definitely deftly delicately deliciously deliriously
  demandingly democratically demonstrably denominationally deplorably depressingly deservedly despairingly
  determinedly deucedly developmentally devilish devilishly devotedly devoutly dexterously diabolically dialectically
  diametrically diffidently diffusely diligently dimly dingdong diplomatically disastrously disconcertingly
  discreetly disgracefully disgustingly dishonorably dismally dispassionately disproportionately disregardless
  disrespectfully distally distantly distastefully distinctively distinctly distractedly distressingly disturbingly
  divinely dizzily doctrinally doggedly dogmatically dolce domestically doubly doubtless dourly downfield downhill
  downright downriver downstage downtown downward downwardly downwind dramatically drastically dreadfully dreamfully
  drearily drowsily drunkenly dryly dully duly dutifully eagerly earliest earnestly easterly eastward economically
  ecstatically edgeways edgewise editorially eerily effectually elaborately electrically electronically eloquently
  embarrassingly eminently emotionally emphatically encouragingly endlessly enduringly energetically engagingly
  enormously enthusiastically entirely enviably environmentally ergo erotically erratically erroneously erstwhile
  especially essentially etcetera eternally ethically ethnically euphemistically everlastingly evermore everyplace
  everywhere evidently exceedingly excellently exceptionally excessively excitedly excitingly expansively expectantly
  expediently expensively explosively expressively expressly exquisitely externally extraordinarily extravagantly
  extremely facetiously factually fain faintly faithfully familiarly famously fanatically fantastically far farther
  farthest fascinatingly fashionably faster fastest fatally fearlessly federally ferociously fervently feverishly
  fiendishly fiercely figuratively financially firm firmly firsthand fiscally fittingly flagrantly flamboyantly
  flatly fluently focally fondly foolishly forcefully forcibly fore foremost forevermore formally formerly forsooth
  forte forthright forthrightly forthwith fortuitously foully fourfold foursquare frankly frantically freakishly
  freely frenziedly frighteningly frightfully frivolously frowningly functionally fundamentally funnily furiously
  furthest furtively fussily futilely gaily gainfully gamely gayly genetically gently genuinely geologically giddily
  gingerly girlishly gladly glaringly gleefully glibly glissando gloomily gloriously goddam gorgeously gracefully
  graciously grammatically grandly graphically gratefully gratifyingly gratis gratuitously gravely greatly greenly
  grievously grimly grossly grotesquely grudgingly guiltily habitually haggardly haltingly handily handsomely
  haphazard haphazardly haply happily harmlessly hastily hatefully haughtily headfirst headlong healthily heartily
  heartlessly heavily heinously hellishly helpfully helplessly hereby herein hereinafter hereto heretofore herewith
  hermetically heroically hesitantly hideously hilariously historically hither hitherto hoarsely homeward
  homogeneously honestly honorably honourably hopelessly horribly horrifyingly horseback hotfoot hotly hugely
  humanely humanly humbly humorously hundredfold hungrily hurriedly hygienically hyperbolically hypothalamically
  hypothetically hysterically ideologically idiotically idly ie imaginatively immeasurably immensely imminently
  impartially impatiently impeccably imperceptibly imperfectly importantly impossibly impressively impromptu
  impudently impulsively inadequately inappropriately incessantly incognito incoherently incompletely inconveniently
  incredibly incurably indecently indeed indelibly indescribably indifferently indignantly indiscriminately
  indistinctly indubitably industriously ineptly inescapably inevitably inexorably inexpensively inexplicably
  inextricably infernally infinitely informally infrequently inherently inland innately innocently inordinately
  insanely inshore insidiously insignificantly insistently insofar insolently instantaneously instantly instinctively
  insufferably intellectually intelligently intensely intensively intently interdepartmental interestingly
  interminably intermittently internationally intimately intramuscularly intravenously intrinsically intuitively
  invariably invisibly involuntarily inwardly ironically irrationally irregardless irregularly irreparably
  irrespective irretrievably irrevocably irritably jealously jokingly joyously jubilantly judiciously
  jurisprudentially justly keenly kinda kindly kinesthetically knowingly lamely largo lasciviously lastly laterally
  laughingly lavishly lawfully leastways leastwise legato legitimately leisurely lengthily liberally lief lightly
  lingeringly lingually linguistically listlessly longest longways lopsidedly loudly lovingly loweringly loyally
  ludicrously lustily luxuriously lyrically macroscopically magically magnetically magnificently majestically
  maliciously maniacally manifestly manly marginally markedly marvellously marvelously massively masterfully
  materially maturely maybe mayhap meaningfully meanly medially medically meekly mellow mellowingly menacingly
  mentally mercifully mercilessly merrily metaphorically meticulously microscopically midships midway midweek
  mightily mighty mildly militarily mindlessly minimally minutely miraculously mistakenly mockingly modestly molto
  momentarily monstrously morally morbidly morosely mortally motherly mournfully movingly musically mutely mutually
  mysteriously nakedly narrowly nasally nationally nationwide nay nearer nearest neatly needlessly negatively
  neurobiological never nevermore nicely nigh nimbly nobly nohow noisily nonchalantly none nonspecifically nonstop
  northeast northerly northward northwest notably noticeably notoriously notwithstanding nowhere nowise nutritionally
  obediently objectively obligingly obscenely obscurely obsessively obstinately obviously oddly offhand officially
  offshore offside offstage oft oftener oftentimes ominously onshore onstage onward openly operationally optically
  orally ordinarily organically ornately ostensibly outrageously outright outstandingly outwardly overboard overly
  overtime overtly overwhelmingly painfully painlessly painstakingly palely palpably paradoxically passionately pat
  patently paternally pathetically pathologically patiently peaceably peculiarly pejoratively peradventure perchance
  perennially perforce perfunctorily perilously peripherally permanently perpetually persistently personally
  perversely petulantly phenomenally philosophically phonemic phonetically photographically physiologically
  pianissimo pictorially piecemeal piggyback piteously pitifully pitilessly pityingly pizzicato placidly plaintively
  plastically playfully pleasantly plenty plop plump plunk poetically politely politically pompously popularly
  posthumously potentially powerfully pragmatically precariously precious preciously precipitously predictably
  predominantly preferably preferentially prematurely presto presumably prettily primly probably productively
  profanely professedly professionally proficiently profitably profoundly profusely prominently pronto prophetically
  proportionately protectively provocatively psychically psychologically publically punctually pungently purportedly
  purposefully purposely quaintly quaveringly queerly querulously questioningly quicker quickest quite racially
  radiantly radically rakishly rapidly rashly rationally raucously readily realistically rearward reasonably
  reassuringly rebelliously recklessly recognizably redly reflectively reflexly regardless regretfully regrettably
  relentlessly religiously reluctantly remarkably reportedly reproducibly reprovingly reputedly resentfully
  resignedly resolutely respectably respectfully responsibly restively restlessly retroactively reverently
  rhetorically rhythmically ridiculously righteously rightly rigidly rollickingly roundly royally rudely ruefully
  ruggedly ruthlessly sarcastically satirically satisfactorily savagely scantily scathingly scholastically
  scientifically scornfully scrupulously seaward secondarily secondhand secretly securely seductively sedulously
  seemingly selfishly selflessly sensationally sensibly sensually serenely seriously sexually shabbily shamefacedly
  shamefully shamelessly sharply sheepishly sheer shockingly shortly shrewdly shrilly shyly sic sidearm sidelong
  sidesaddle sidewise significantly singularly skilfully skillfully skyward slantingly slantwise slap slapdash
  sleepily sloppily slower slowest sluggishly smack smartly smash smilingly smolderingly smoothly smugly snidely
  snugly soberly sociably socially sociologically softly solemnly solidly solo someday somehow someplace sometime
  someway somewhat soonest soothingly sorely soughingly soulfully soundly sourly southeast southerly southward
  southwest sparingly specially spectacularly speculatively speedily spherically spiritually splendidly sporadically
  squarely staccato staggeringly stark staunchly steadfastly steadily stealthily steeply sternly stiffly stolidly
  stonily stoutly straightaway strategically strenuously strikingly structurally stubbornly studiously stunningly
  stylishly subconsciously subcutaneously subjectively sublimely subtly succinctly suddenly suitably sulkily sullenly
  summarily superbly superficially supernaturally supposedly supra supremely surgically surreptitiously suspiciously
  sweetly swimmingly symbolically symmetrically sympathetically synergistically syntactically tacitly tactfully
  tactically tactually tandem tangibly tantalizingly tartly tastefully tearfully technically technologically
  tediously temporally tenaciously tenderly tenfold tensely tenuously terminally tersely testily thankfully
  theatrically thenceforth thereabout therefor therefrom thereon thereto theretofore therewith thermally
  thermodynamically thickly thinly thither thoughtfully thoughtlessly throughout thusly timely timidly tiptoe tiredly
  tirelessly tolerably touchingly traditionally tragically tranquilly transparently transversally transversely
  tremendously trippingly triumphantly trustfully truthfully tunelessly twirlingly ultimately ultrasonically
  unabashedly unaccompanied unaccountably unadvisedly unambiguously unanimously unashamedly unavoidably unbearably
  unbeknownst unbelievably unblinkingly uncannily unceasingly unceremoniously uncertainly uncharacteristically
  uncomfortably uncommonly unconcernedly unconsciously uncontrollably undeniably underarm underfoot underhand
  understandably understandingly undoubtedly unduly uneasily unemotionally unequally unequivocally unerringly
  unethically unevenly uneventfully unexpectedly unfairly unfalteringly unforgivably unfortunately ungraciously
  unhappily unhesitatingly unhurriedly unilaterally unimaginably unimpeachably unintelligibly unintentionally
  uninterruptedly uniquely unjustly unkindly unknowingly unlawfully unluckily unmanageably unmanly unmercifully
  unmistakably unnaturally unnecessarily unobtrusively unofficially unpleasantly unpredictably unqualifiedly
  unquestionably unquestioningly unrealistically unreasonably unrelentingly unreservedly unseasonably unselfishly
  unsmilingly unspeakably unsteadily unsuitably unthinking untimely unusually unutterably unwillingly unwisely
  unwittingly uphill uppermost upriver upstage upstate uptown upwardly upwind urgently uselessly utterly vacantly
  vaguely vainly valiantly variously vastly vehemently verily very vicariously viciously victoriously vigorously
  vilely visibly vitally vocally vocationally vociferously volumetrically wantonly warily warmly watchfully wearily
  weirdly westerly westward wholeheartedly wholesale wickedly wildly wilfully willfully willingly windward wisely
  wistfully withal wittingly woefully wondrous wondrously woodenly wordlessly worriedly worthily wrathfully wryly yea
  yearningly yon yonder zealously zigzag
  `,
} as const;
