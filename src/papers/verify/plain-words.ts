/**
 * The plain vocabulary: words in which a paper may be written without a claim that has them in its names. Long because
 * its rows are data. A word is on it when it says what was done, with what and where, and not how well: whoever adds
 * one asks what a sentence of nothing but such words could still claim.
 */

/** How a group is to be read: each word alone, or with the forms that English makes of it. */
type Forms = 'as written' | 'nouns' | 'verbs';

/** Words of one sort. */
export interface PlainGroup {
  readonly about: string;
  readonly forms: Forms;
  /** In small letters and in order, with white space between them. */
  readonly words: string;
}

/** Words that may stand anywhere. */
export const plainGroups: readonly PlainGroup[] = [
  {
    about: 'Words of grammar.',
    forms: 'as written',
    words: `
      a about above according across after afterwards again against ago ahead albeit along alongside also although am
      amid among amongst an and another anyone apart are aren around as aside at away back be became because become
      becomes becoming been before beforehand behind being below beneath beside besides between beyond both but by can
      cannot concerning could despite did didn do does doesn doing don done down due during each either else even ever
      except few for from further had hadn has hasn have haven having he hence her here hereafter hers herself him
      himself his how however if in inside instead into is isn it its itself just least less let lets like likewise
      many may me might more moreover most mostly much must namely near nearby need needn neither nevertheless next no
      nobody nonetheless nor not nothing now of off on once one ones only onto or other others otherwise out outside
      over own per perhaps plus rather regarding respectively s same several she should since so some somebody someone
      something somewhere still such t than that the their theirs them themselves then thence there thereafter thereby
      therefore therein thereof these they this those though through thus till to together too toward towards under
      underneath unless unlike until unto up upon us via was wasn we were weren what when whence where whereas whereby
      wherein whether which while who whom whose why will with within without would wouldn yes yet
    `,
  },
  {
    about: 'Words of order, number and extent; what they count is checked as a number.',
    forms: 'as written',
    words: `
      about additional additionally almost alone altogether amount approx approximately average avg big billion brief
      centuries century circa couple deep different differently double doubled dozen dozens drop dropped dropping
      eight eighteen eighth eighty eleven eleventh enough equal equally etc exact exactly extra fall falling fifteen
      fifth fifty first firstly five fold former forty four fourteen fourth half halved halves heavy hundred hundreds
      hundredth incl individual individually initial intermediate joint jointly large last latter light little long
      main mainly majority max maximum median merely middle million millions min minimal minimum minority mixed
      multiple narrow nearly nine nineteen ninety ninth nth num odd opposite others overall pair paired part partial
      partially partly per percent percentage point points primarily primary quarter quarters resp rise rising roughly
      second secondary secondly separate separately seven seventeen seventh seventy shallow short sided single six
      sixteen sixth sixty small solely some std tall ten tenth tenths thick thin third thirdly thirds thirteen thirty
      thousand thousands thousandth three threefold thrice times tiny total totally treble triple twelfth twelve
      twenty twice twin two twofold unequal various versus vs whole wholly wide zero
    `,
  },
  {
    about: 'Words of time and place.',
    forms: 'as written',
    words: `
      afternoon again already anew april august autumn briefly concurrent concurrently continuous continuously current
      currently daily day days december earlier early east eastern evening eventual eventually february final finally
      forward frequent frequently friday front future global globally hourly immediate immediately january july june
      lately later latest left lifelong local locally march meanwhile mid midnight momentary monday month monthly
      months morning nightly noon north northern november nowadays occasional occasionally october offline often older
      oldest once ongoing online original originally outer outward overnight past periodic periodically permanent
      present presently previous previously prior rare rarely recent recently remote remotely saturday seldom
      september short sideways simultaneous simultaneously sometimes soon south southern spring subsequent
      subsequently summer sunday temporal temporarily temporary thursday today tomorrow tonight top tuesday upper
      upward usual usually wednesday weekly west western winter year yearly years yesterday
    `,
  },
  {
    about: 'The paper, its parts and what it stands on.',
    forms: 'nouns',
    words: `
      abstract account acknowledgement addendum aim annotation answer appendix argument artefact artifact aspect
      assumption background bar basis bibliography body book bracket bundle caption case caveat cell chapter checklist
      circumstance citation claim clause color colour column comment commentary comparison concept conclusion
      condition content context copy counterpart criterion data date datum decision definition description design
      detail deviation diagram difference direction discussion distinction document documentation draft drawing
      edition element entry equation estimate evidence example exception excerpt exclusion experiment explanation
      expression extract fact factor figure file finding folder follow footing footnote form formula fragment glossary
      goal graph grid ground guide hash head header heading headline hypotheses hypothesis hypothetical idea
      illustration image inclusion index indices information inquiry inspection instance instruction interpretation
      interval introduction investigation issue item label law ledger legend letter level limit limitation line list
      literature log manifest manuscript mark marker material matrices matrix meaning measure measurement mention
      message metadata method methodology motivation name narrative nomenclature notation note notebook notice notion
      number objective observation occurrence omission order origin outcome outline output overview page panel paper
      paragraph parenthesis part path pattern percent perspective phase phenomena phenomenon phrase picture piece
      place plan plot point pointer position possibility precondition prediction premise presentation principle
      procedure process program project property proposal proposition protocol provenance purpose quantity question
      quotation quote range ratio rationale reader reading reason receipt record reference registration remainder
      remark report representation request research result review reviewer row rule sample scale scenario scheme scope
      section sentence sequence series set setting shape side sign situation sketch slide source space specification
      stage standard state statement step strand strategy strength structure study style subject subsection subset
      subtitle summary supplement symbol symptom synopsis system table task technique term terminology text theme
      theory theses thesis thing threshold title topic total trace treatment trend trial type unit usage use value
      variable variant variation verdict version view viewpoint volume way word wording work worksheet world zero
    `,
  },
  {
    about: 'What runs, on what, and what it handles.',
    forms: 'nouns',
    words: `
      accelerator access accumulator action actor adapter address admission agent alert algorithm alias allocation
      allocator ancestor api app appliance application architecture archive argument array assembly assertion async
      attempt attribute authentication authorization automation availability backend backup bandwidth barrier batch
      battery beat bench benchmark binary binding bit blob block board boot bottleneck boundary branch breakpoint
      broker browser bucket budget buffer bug build builder builtin burst bus byte bytecode cable cache call callback
      caller camera capacity card carrier case certificate chain channel character check checker checkout checkpoint
      checksum child children chip circuit class classes click client clipboard clock cloud cluster code codebase
      codec collection collector collision colon column command commit compatibility compilation compiler completion
      component compression computation computer concurrency configuration conflict congestion connection connector
      console constant constraint consumer container containment contention context control controller cookie cooler
      coordinate core corruption counter coverage cpu crash crate crawler credential cursor cycle daemon dash
      dashboard database datacenter dataset deadline deadlock debugger declaration decoder default deferral definition
      delay delegation delivery demo dependencies dependency deployment descendant descriptor desktop destination
      device dictionary digest directory disc disk dispatch dispatcher display distribution docs domain download drive
      driver dump duplicate duration editor ellipsis emulator encoder encoding encryption endpoint energy engine
      envelope environment escape estimator event eviction exchange executable execution exit expression extension
      fallback fan fault feature fence fetch field file filesystem filter fingerprint firmware fixture flag fleet
      float flow flush font footprint fork format fragment fragmentation frame framework frequency function
      functionality gap garbage gate gateway generator gigabyte gpu grammar granularity graphic guard handle handler
      handover hardware harness header heap heartbeat helper hierarchy hint histories history hit hook hop host hour
      hub hyperlink hypervisor icon idempotency identifier idle image implementation import indirection infrastructure
      inheritance inode input insert installation instance instruction instrument instrumentation intake integer
      integration interface interpreter interrupt invariant invocation io iteration iterator jats job join journal
      kernel key keyboard keyword kilobyte lane language laptop latency launcher layer layout leader leak lease
      libraries library lifecycle lifespan lifetime lineage link linker list listener literal load loader locality
      location lock log logger login logo lookup loop machine macro mailbox maintenance maker manager mapping markup
      master matcher md mechanism media megabyte member membership memo memoization memories memory menu merge metric
      microsecond middleware migration millisecond minute mirror mismatch miss mode modulation module monitor
      monitoring mount mutation mutex namespace nanosecond negation negotiation network node notification number
      object observer offset onset operand operation operator option oracle orchestration orchestrator order ordering
      organisation organization outage output overflow overhead override owner ownership package packaging packet page
      pair pane parallelism parameter parent parse parser parsing partition pass password patch path pathway payload
      peak permission persistence phone physics pipe pipeline pixel placeholder placement plan planner platform plugin
      plural point pointer policies policy poll pool port predecessor predicate preemption prefix prerequisite preview
      printer priority probe problem process processes processor producer profile profiler promotion prompt property
      prose prototype prover proxies proxy pseudocode publisher pump queries query queue quota race rack radio ram
      randomness rate read reader readme reallocation rebuild receiver reconciliation reconnection recursion redirect
      reduction redundancy refusal regime region register registry rejection relay release relocation renderer
      rendering replica repositories repository request requirement reservation resolver resource response restart
      restore result resumption retention retries retrieval retry return robot root rotation round route router
      routine row runner runtime sandbox satellite saturation scenario schedule scheduler schema scope screen script
      search second sector security segment select semaphore sender sensor separator sequence serialisation
      serialization serializer server service session setup severity shard sharding share shell shift shortcut
      shutdown sibling signal signature simulation simulator site size skeleton skew slack slash slave slice slot
      smoke snapshot snippet socket software solver sorting source spacing spike stack stage stall start starvation
      state statement station status statuses step stop storage store stream string stub subdomain subgraph subnet
      subprocess subscriber subscription substrate subsystem successor suffix suite supervisor supply surrogate swap
      switch symbol sync syntax table tactic tag target technologies technology telemetry template tenant terminal
      test thread threading throttle throughput tick tier time timeline timeout timer timestamp timing tip token tool
      toolchain topology trace tracer tracker tradeoff traffic transaction transcript transfer transformation
      transition transmission transmitter transport traversal tree trigger trigram tuning tunnel tuple turnover type
      typo update upgrade upload uptime url usage user utilisation utility utilization utterance variable vector
      vendor version video violation virtualization visualisation visualization voltage wait wakeup wall warehouse
      warmup warning watchdog watt web webhook website wheel whitespace widget wildcard window wire word workaround
      worker workflow workload workspace workstation write writer zone
    `,
  },
  {
    about: 'Learning, data and statistics.',
    forms: 'nouns',
    words: `
      ablation accuracies accuracy acquisition activation adaptation adjustment aggregate aggregation agreement
      alignment anchor annotation annotator anomalies anomaly approximation area arm assignment asymmetry attention
      auc augmentation autocorrelation autoencoder average axes axis backbone backpropagation bandit baseline batch
      beam bias biases bin binarisation binarization bleu bootstrap bound bracket calibration candidate caption
      categories category centroid chance characteristic class classification classifier clustering codebook
      coefficient coherence cohort collinearity comparator comparison complexities complexity composition compute
      confidence confounder confusion consensus contamination continuity contrast control convergence convolution
      corpora corpus correction correlation cost count covariance covariate coverage curriculum curve cutoff decay
      decile decoder decomposition deduplication degree delta demonstration denominator densities density dependence
      derivative descent detection detector deviation dialogue diffusion dimension discrepancy discriminator disparity
      dissimilarity distance distillation distribution divergence diversity draw dropout dynamics edge efficiency
      eigenvalue embedding encoder ensemble entropy epoch equality equivalence error estimation estimator evaluation
      example expectation exploitation exploration exponent extraction extrapolation extreme feature feedback fit
      fluctuation fold forecast forest formulation fraction frequency freshness function gate generation generator
      gradient group grouping growth head heuristic histogram holdout horizon hyperparameter identity imbalance
      imputation incidence increment indicator inductive inequality inertia inference initialisation initialization
      input instability instance intensity intercept interpolation interval interviewee invariance irregularity jitter
      judge judgement judgment kernel keypoint kurtosis label labeling labelling language lattice layer learner
      learning lexicon likelihood limit linkage localisation localization logarithm logit loss losses magnitude mask
      mass matching mean median memorisation memorization metric midpoint minibatch minima minimum misclassification
      mixture modalities modality mode model momentum monotonicity morphology multiplication multiplicity multiplier
      neighbor neighbour neuron noise norm normalisation normalization null numerator objective occlusion odds
      ontology optimisation optimiser optimization optimizer order outlier output overfitting overlap parameter parity
      partition patience penalties penalty percentile performance periodicity permutation perplexity perturbation
      plateau polarity pool pooling population position posterior precision predictor preference preprocessing
      pretraining prevalence prior probabilities probability product projection proportion proximity proxy pruning
      quality quantile quantisation quantization quartile query questionnaire rank ranking rater ratio readout
      realisation reasoning recall reconstruction recurrence refinement reflection regression regressor regularisation
      regularization reinforcement relation relationship relaxation repeat repetition replication resampling residual
      resolution respondent response reward robot rollout root rouge rounding routing salience sample sampler sampling
      scaling schedule score search seed segmentation selection selectivity semantics sensing sensitivity sequence
      share shot shuffle signal significance similarities similarity simulation singularity size skewness slope
      smoothing smoothness solver span sparsity specificity spectra spectrum speech split spread square statistic
      statistics stopping stride student subgroup subsample sum summarisation summarization summary summation
      superposition supervision suppression survival sweep synonym syntheses synthesis tagging tail target taxonomies
      taxonomy teacher temperature tendencies tendency tensor term test texture token tokenisation tokeniser
      tokenization tokenizer tolerance top training trajectories trajectory transcription transform transformer
      transient tree tuning uncertainties uncertainty uniformity uniqueness update validation value variability
      variable variance vector visibility vision vocabularies vocabulary vote wavelet weight width window word
    `,
  },
  {
    about: 'Subjects of other sciences and trades.',
    forms: 'nouns',
    words: `
      ability absorption acceleration accident acid acidity activities activity adult age agriculture air aircraft
      airport alloy altitude amino amplifier amplitude anatomy angle animal antenna antibody aquifer arc arithmetic
      arrival asteroid astronomy atmosphere atom auction audience audio axle bacteria bacterium bank basin beach bead
      beam bearing bed bee behavior behaviour bicycle bin biology bird birth blood boat body bone book bottle boundary
      box brain bridge building bus car carbon cargo catalysis catalyst catchment ceiling cell census center centre
      chamber charge chemistry child children chord cities city clay climate clinic coast coating cognition coil coin
      collision colony commodities commodity communities community companies company compartment component compound
      concentration concrete conduction conductivity constellation construction consumption contact contamination
      contest contract convection convention copyright coral cosmology countries country course crater crop crossing
      crowd crystal culture currencies currency customer cyclist dam damping day death decade deficit deformation
      delta demand demography density department deposit depth diagnoses diagnosis diameter diet digestion dilution
      diode discharge disease dish displacement disruption dissolution dose drag drone drought drug earth earthquake
      eclipse ecology economies economy ecosystem education elasticity election electricity electrode electron
      elevation embryo emission encounter enzyme epidemic equilibria equilibrium erosion estuary ethics evacuation
      evaporation evolution excitation excursion expenditure expense exposure extinction eye families family farm
      farming father fatigue fermentation fertiliser fertilizer fiber fibre field film fire fish fleet flight flood
      floor flora flour flow fluid flux food force forest formation friction fruit fuel furnace galaxies galaxy game
      gas gases gene generation genome geography geology geometry germination gesture glacier glass glucose gold grain
      grammar grass gravitation gravity grid ground growth habit habitat halo hand harvest health heart heat height
      herd hospital house household humidity hygiene ice ignition illumination immigration immunity impedance impulse
      incentive incident income induction infection infiltration inflation inhibition inhibitor injuries injury ink
      insect insulation insurance intervention inventory investment ion iron irradiance irrigation island isotope
      joint journey kinetics knee lab laboratories laboratory lake land landmark landscape lane laser latitude law
      leaf leakage leaves leg lens lesion liabilities liability licence license life light lipid liquid liquidity loan
      logistics longitude loudness luminosity lung magnet mammal man map market mass material maze meal mechanics
      medium melody membrane men merchandise metabolism metal meteorite mice microscope migration mineral ministry
      mixture mobility moisture molecule moon morphology mortality mosaic mother motion motor mountain mouse movement
      movie muscle music mutation myth nation neighborhood neighbourhood nerve neutron niche night nitrogen nuclei
      nucleus nutrient nutrition occupancy occupation ocean odor odour office oil optics orbit orchard orchestra order
      ore organ organism oscillation oscillator oven oxidation oxygen palette particle passenger patent patient
      payment peak pedestrian peptide perception perimeter period pest pharmacy phase philosophy photography photon
      phytoplankton piano pigment pitch plaintext planet plankton planning plant plasma plate play player poem
      polarisation polarization politics pollen pollutant pollution polygon polymer pond population porosity portfolio
      portrait posture potential potentials power powertrain precipitation predator prescription pressure prey price
      pricing prism probe procurement product profession prognosis propulsion prosody protein proton province
      psychology pupil puzzle quake radiance radiation radii radius railway rain rainfall ray reaction reactor
      receptor recipe recruitment redshift reef refraction region regulation relay rent reservoir residue resistance
      resistor resonance restoration retail retina revenue revolution rhythm ribosome river road robotics rock rocket
      rod roof room root rotor route runoff salary salinity salt sand school sculpture sea season sediment
      sedimentation seed seller semiconductor sentiment settlement shade shelf shell shelves ship shock shop shortage
      silhouette skill skin sky slope snow sodium soil solubility solute solvent song soup speaker species specimen
      spectrometer spectrum speech sphere spin spiral spot spring star station steel stem stiffness stimuli stimulus
      stock stone store storm strain strata stratum stream street stress stroke subsidy subway sugar summer sun
      surface surplus survey suspension syllable symmetries symmetry synapse syndrome tank tariff tax taxi teaching
      temperature tempo tension terrain territory theatre therapies therapy thickness thrust tide tile tissue tobacco
      ton torque tourism tower town toxicity traction trade train trait tram transaction transducer transistor transit
      transplant transportation treaties treaty tree tributaries tributary truck tuition tumor tumour turbine
      turbulence turn universe vaccine valley valve vapor vapour varieties variety vegetation vehicle velocities
      velocity ventilation vessel vibration victim village virus viruses viscosity visitor vitamin volcano voter
      voyage wage wakefulness walk wall warehouse water wave wavelength wax wealth weather weed week wheat wheel
      wildfire wildlife wind wing wire woman women wood workforce yard yeast yield zone zoology
    `,
  },
  {
    about: 'Common things and acts, by their names.',
    forms: 'nouns',
    words: `
      abbreviation absence accumulation addition afternoon agenda allowance alphabet alternative ambiguities ambiguity
      amendment amount analyses analysis angle apparatus approach arc arrangement arrival arrow association attachment
      attempt attraction attribution avenue ball base beginning bit border bottom breath bulk burst button calculation
      calendar call campaign cent centre challenge change chart chat choice circle class coincidence collection
      combination comma company compliance complication composition concern confirmation conjunction consent
      consequence consideration construct contact contest continuation continuity contrary conversation conversion
      coordination corner correspondence course creation cross cube cue custom damage day deal deduction default
      degree deletion departure depiction depth derivation desk destruction determination detour development diagonal
      dialect digit dilemma disagreement discard discipline disclosure discourse disposal disturbance division dollar
      door dot duties duty ear edge effect effort elimination emergencies emergency emphasis end english entities
      entity equipment establishment evening event examination exchange exercise existence expansion expiration
      exporter extent extreme face facilities facility fall family figure fit focus foot forecast formation foundation
      frame fusion gap girl glance grouping guess guidance guideline habit hair half hand headline height hold hole
      home hour imitation inch indentation initiative injection inspiration intent intention interaction interest
      interference interruption intersection intuition inversion kind kit knowledge lack length lesson letter listing
      location logic look lot management manipulation map margin match mathematics minute mission mix mode
      modification moment monitoring month morning motion mouth move movement name nature need neighbourhood news
      night norm noun number obligation obstacle occasion offer onset opening operation opponent opposite orientation
      output outset outsider pace page pairing paper part participant parties party passage past pause pen percentage
      period person perspective phase phrase pick place plane planning portion possession predecessor preparation
      presence preservation pressure principle printout procedure progression prohibition promotion pronoun provision
      proximity pull punctuation pursuit push puzzle rail ray reach reaction reality reasoning reception recognition
      recommendation recording rectangle reform refusal remainder reminder removal renewal repair replacement
      requirement resemblance respondent responsibility rest restraint restriction resumption reversal revision ring
      role roll routine row sale saving scale scene score seat second secret segment seller sense separation
      settlement shadow shape sheet shift shortage shuffle side sight simplification skill slot sort space specimen
      spelling square stand start stop stories story stranger string stripe stroke study substitution suggestion sum
      surface surroundings suspicion syllable tail talk tally taste tenth testing texture theorem thought tick timing
      title tone tool top touch town traceability track tradition training transfer translation trap triangle turn
      turnover understanding undertaking union unit usage variation verb vintage visit voice wait walk wall week
      weekday weekend weight wheel whole width willingness window word year
    `,
  },
  {
    about: 'What is done to measure, build, run and report.',
    forms: 'verbs',
    words: `
      abandon abbreviate ablate abort accept access accompany accumulate acquire act activate adapt add address adjust
      advertise aggregate agree align allocate allow alter alternate amortise amortize amount amplify analyse analyze
      animate anneal annotate announce answer anticipate appear append apply approximate archive arise arrange arrive
      ask assemble assert assess assign associate attach attempt attend attest attribute audit augment average avoid
      await balance ban base batch bear begin belong bend bind bisect blend block blur boil boot bound bracket branch
      bring broadcast brush buffer build bundle burn buy bypass cache calculate calibrate call cancel cap capture
      carry cascade cast catch categorise categorize cease center centre chain change charge chart check choose chunk
      circulate cite claim classify clean clip clock clone close cluster coat code coincide collate collect combine
      come commence comment commit communicate commute compare compensate compile complement complete compose compress
      comprise compute concatenate concern condition conduct configure confine conform conjugate connect conserve
      consider consist constitute constrain construct consult consume contact contain continue contract contrast
      contribute control converge convert convey convolve cool cooperate coordinate copy correlate correspond count
      couple cover crash crawl create crop cross curate customise customize cycle date deactivate deal debug decay
      decide declare decode decompose decouple decrypt deduct deduplicate default defer define deform delay delegate
      delete deliver demand demote denote deny depend depict deplete deploy deposit deprecate derive describe design
      destroy detach detail detect determine develop deviate diagnose dictate die differ differentiate diffuse digest
      digitise digitize direct disable disagree discard disclose disconnect discretise discretize discuss dismiss
      dispatch display dispose disregard dissolve distil distill distinguish distribute disturb diverge divert divide
      document downgrade download downsample draft drain draw drift drive dump duplicate edit elapse elicit embed emit
      employ empty emulate enclose encode encounter encrypt end enforce engage enqueue entail enter enumerate equal
      equate equip erase escape estimate evaluate evict evolve examine exchange excite exclude excuse execute
      exemplify exercise exert exhaust exhibit exist exit expand expend expire explain exploit explore export expose
      express extend extract extrapolate factor feed fetch figure file fill filter finalise finalize find finish fire
      fit fix flag flash flatten flip flow flush focus fold follow forbid forecast forge forget fork form format
      formulate forward fragment frame freeze fuse gate gather gauge generate get give go govern grade grant graph
      group guard guess guide halt handle hang happen hash head hear heat hide hit hook host hypothesise hypothesize
      identify idle ignore illustrate imitate implement import impose impute include incorporate increment incur index
      induce inflate inform ingest inherit inhibit initialise initialize initiate inject insert inspect install
      instruct instrument integrate intend interact intercept interfere interleave interpolate interpret interrupt
      intersect intervene introduce invert investigate invoke involve irradiate isolate issue iterate join judge jump
      keep key kill know label lack land last launch lay learn leave lie light limit link list listen live load
      localise localize locate lock log look loop loosen lowercase magnify maintain make manage manipulate manufacture
      map mark mask match mean measure meet melt memoise memoize memorise memorize mend mention merge migrate mine
      mirror misclassify mislabel mix mock model modify modulate monitor motivate mount move multiply mutate name
      narrow navigate need nest nominate normalise normalize note notice notify nudge number object observe obtain
      occupy occur offset omit open operate oppose optimise optimize orbit order organise organize orient originate
      outline output overestimate overfit overflow overlap overload override oversample overwrite own pack package pad
      page paint pair parallelise parallelize parameterise parameterize paraphrase parse participate partition pass
      paste patch pause peak penalise penalize penetrate perceive perform permit permute persist pertain perturb pick
      pin ping pinpoint pipe place plan plant play plot point poll pool populate position post postpone pour precede
      preclude precompute predict prefetch prepare preprocess prescribe present preserve press presume pretrain print
      prioritise prioritize probe proceed process produce profile program prohibit project prolong prompt propagate
      propel propose protect prototype provide prune pull pump punctuate pursue push put qualify quantify quantise
      quantize query question queue quit quote randomise randomize range rank rate react read realise realize
      rearrange reassemble reassign reboot rebuild recalculate recast receive reclaim recognise recognize recombine
      recommend recompile recompute reconcile reconnect reconstruct record recycle redact redirect redistribute redo
      redraw refer reflect reformat refresh regard regenerate register regress regularise regularize reimplement
      reinforce reinstall reiterate reject relabel relate relax relay release reload relocate remain remark remember
      remind remount remove rename render renew reorder reorganise reorganize repeat rephrase replace replay reply
      report represent repurpose request require reread rerun resample rescale rescore research reseed resemble
      reserve reset reshape reshuffle reside resize respect respond rest restart restore restrict restructure resume
      retain retest retire retract retrain retrieve retry return reuse reverse revert revisit revolve rewrite ride
      rinse roll rotate round route run sample save scale scan scatter schedule score scrape screen seal search see
      seek seem segment select send sense separate serialise serialize serve set shadow shape shard share shed shield
      shift ship show shuffle shut sign signal signify simulate sit sketch skip slice slide smooth solicit sort span
      spawn speak specialise specialize specify spend spike spin split spread square squash stack stage stagger stain
      stall stand standardise standardize start starve state stay steer stem step stipulate stir stop store stratify
      stream stress stretch strip strive study subdivide submit subsample subscribe subset substitute subtract
      summarise summarize supersede supervise supplement supply suppress surface surround survey suspend swap sweep
      swing switch symbolise synchronise synchronize synthesise synthesize tabulate tag take tally tap taper target
      teach tell terminate test thin think threshold throttle throw tie tighten tile time toggle tokenise tokenize
      total touch trace track trail train transcode transcribe transform transition translate transmit transpose trap
      travel traverse treat tree trigger trim troubleshoot truncate try tune turn type underestimate undergo underline
      undersample understand undo unfold unfreeze unify uninstall unload unlock unmask unpack unroll unzip update
      upload upsample upscale use utilise utilize vacate validate vanish vary vectorise vectorize verbalise view
      violate visit visualise visualize volunteer wait wake walk wander want warm warn warp wash watch weaken weigh
      weight whiten widen wipe withdraw withhold wonder wrap write yield zero zip zoom
    `,
  },
  {
    about: 'Forms of verbs that no rule makes.',
    forms: 'as written',
    words: `
      arose assumed assumes assuming ate avoid bade became began begun bent bit bitten blew blown bore borne bought
      bound bred broadcast brought built burnt came caught chose chosen clung crept cut cutting dealt denied disabled
      drank drawn dreamt drew driven drove drunk dug eaten enabled fed fit flew flown flung forbade forbidden foresaw
      forgot forgotten fought found froze frozen gave given goes gone got gotten grew ground had heard held hid hidden
      hit hold holding holds hung ignored ignores intended kept knelt knew know knowing known knows laid lain lay leapt
      led left lent lit lying made meant met mistook mown obtained omitted paid paired planned put ran rang reaching
      read rebuilt recommends redid redone referenced references referencing referred reran rewritten rewrote ridden
      rode rung said sank sat save saved saving saw say saying says seen sent set settled sewn shaken shone shook shorn
      shown shut slept slid sold solve solved solving sought sown spat speak speaks speed spent spilt spoke spoken
      sprang spread sprung spun stole stolen stood stored struck stuck stung submitted sunk swam swept swum swung taken
      taught thought threw thrown tied told took torn undergone understood underwent undone untied went wept withdrawn
      withdrew withheld woke woken worded wore worn wound written wrote
    `,
  },
  {
    about: 'How things are, without saying how good.',
    forms: 'as written',
    words: `
      absent absolute abstract accessible accidental according acoustic active actual actually adaptive additive
      adjacent adversarial aerial aforementioned aggressive algebraic aligned alive alternative ambient american
      analog analogous ancient annual annular anonymous approximate aquatic arabic arithmetic artificial asian
      asymmetric asymptotic asynchronous asynchronously atomic attached audible automated automatic automatically
      autonomous autoregressive auxiliary available aware axial backward bare basic biannual bidirectional bilinear
      bimodal binary biological black blank blind blockwise blue boolean bottom bounded british brown busy canonical
      capital cardiac causal central chemical chinese chosen chronological circular civil classical clinical closed
      coarse cognitive coherent cold collective collinear colloidal common commonly compatible complementary complete
      complex composite compositional compound computational concentric conceptual concrete conditional conditionally
      conditioned configurable connected consecutive conservative constant contemporary contextual contiguous contrary
      contrastive controlled conventional convergent convex convolutional corporate corrected corresponding cosmic
      crude crystalline cubic cultural cumulative curved custom cyclic dark dashed dead decimal dedicated deductive
      default dense dependent derived descriptive designated deterministic diagnostic diagonal differential digital
      dimensional direct directed directly disabled discrete discretely disjoint distant distinct distinguishable
      distributed diurnal divergent diverse domestic downstream dry dual duplex dynamic dynamical dynamically
      ecological economic educational elastic electric electrical electromagnetic electronic elementary eligible
      embedded empirical empirically empty enclosed endemic endogenous english ensuing entropic environmental episodic
      equidistant ethical ethnic euclidean european even everyday exclusive exclusively executable exhaustive
      exogenous experimental experimentally explicit explicitly exploratory exponential exponentially external extreme
      extrinsic fatal federated feedforward female few financial finite fixed flat foreign formal forthcoming
      fractional free french fresh frozen full fully functional fuzzy gaussian generated generic genetic geographic
      geometric geometrically german given gradual gradually grained grammatical granular graphical gravitational gray
      greedy green grey gridded habitual handwritten hard harmonic hashed heterogeneous hidden hierarchical historical
      hollow homogeneous horizontal hot hourly hybrid hydraulic hypothetical idempotent identical identically idle
      imaginary implicit implicitly inactive inclusive incoming incomplete inconclusive incremental incrementally
      indefinite indexed indian indirect indirectly inductive industrial inert infinite infrared inherent inline
      innate inner inorganic inside instantaneous instrumental intact integral intended intensive intentional
      intentionally inter interactive interim intermittent internal internally international intrinsic invalid
      invariant inverse inversely invisible inward ionic irregular irreversible isotropic italian iterative
      iteratively japanese joined key keyed kinematic kinetic labeled labelled last late latent lateral latin layered
      legacy legal lexical linear linearly linguistic liquid literal literally live loaded logarithmic logical
      logistic lone loose lossy lunar magnetic male malformed manual manually marginal marine maritime masked material
      mathematical maximal mean mechanical medical medium mental mere metallic metric microbial microscopic mid
      migratory military minor missing mobile modal moderate moderately modular molecular momentary monochrome
      monolingual monotone monotonic morphological moving multi multilingual multimodal multivariate municipal mutual
      naive naked named national native natural naturally naïve necessarily necessary nested neural neutral new newly
      nocturnal noisy nominal nominally non nonlinear nonparametric nonzero normal normalised normalized normally
      novice nuclear null numeric numerical numerically observational occupied offset okay old opaque open operational
      optical optional optionally oral ordered ordinal ordinary organic orthogonal outdoor outermost outgoing overdue
      overlapping oversized overwritten paid parallel parametric particular particularly passive pending perceptual
      peripheral perpendicular perpetual persistent personal phonetic photovoltaic physical physically pink plain
      planar planned polar polynomial pooled postal posterior pre preceding predefined predictive preliminary present
      pretrained prevalent prime primitive principal private probabilistic probable procedural proportional
      proprietary protective psychological public pure purely quadratic qualitative qualitatively quantitative
      quantitatively quarterly quasi quiet radial ragged random randomised randomized randomly raw re readable
      reciprocal recorded rectangular recurrent recursive recursively red redundant reflexive regional registered
      regular regularly related relational relative relatively remaining renewable repeated repeatedly reserved
      residential residual resistive respective resulting retired retrospective reversed reversible rhythmic rigid
      rotary rotational round routine rural russian sampled satellite scalar scaled scarce scattered scheduled
      schematic seasonal seismic selected selective selectively self semantic semantically senior sensory separable
      sequential sequentially serial serially shared shuffled silent similar similarly simple simplified simply
      simulated singular sinusoidal skewed smooth social soft solar sole soluble spanish spare sparse spatial
      spatially specific specifically specified spectral spherical spontaneous sporadic square stacked staggered
      standalone standing static stationary statistical statistically stochastic stored straight straightforward
      stratified strict strictly structural structured sub subject subjective submerged subsampled subtle successive
      supervised surgical suspended symbolic symmetric synchronous synchronously synonymous syntactic synthetic
      systematic systematically tabular tagged tangible technical tentative terrestrial textual thematic theoretical
      theoretically thermal thermodynamic threaded tidal timed tonal topical topological toxic trainable trained
      transitive transversal trivial tropical turbulent twofold ultraviolet unaltered unattended unavailable
      unbalanced unbounded uncertain unchanged uncommon unconditional unconditionally uncorrelated undefined
      underground underlying undirected unequal unfamiliar unfinished unidirectional uniform uniformly unintended
      uninterrupted univariate unlabeled unlabelled unlimited unlisted unmasked unmodified unnamed unobserved
      unordered unpaired unreadable unrelated unresolved unrounded unseeded unseen unset unsigned unstated
      unstructured unsupervised untouched untrained untuned unused unweighted upgraded upstream urban usual vacant
      vague variable variational vascular verbal verbatim vertical vertically viral virtual viscous visible visual
      visually vocal volatile warm weak weaker weakly weekly weighted wet white wireless wooden working written yellow
      zonal
    `,
  },
  {
    about: 'How and how far, without praise.',
    forms: 'as written',
    words: `
      accordingly actively adaptively aloud alphabetically anyway apart aside automatically backwards beforehand
      bitwise chronologically clockwise coarsely collectively consecutively consequently conversely cumulatively
      cyclically deliberately densely deterministically diagonally digitally endwise evenly everyday exclusively
      exhaustively experimentally finely forth freshly furthermore geographically greedily halfway hardly henceforth
      hierarchically horizontally in incidentally inclusively indefinitely initially internally inwards largely lazily
      lengthwise literally logically loosely mathematically meantime mechanically naively nominally oneself onwards
      optionally originally outwards overhead pairwise partwise piecewise plainly possibly principally privately
      progressively proportionally provisionally publicly quarterly quietly radially recursively regionally remotely
      retrospectively reversibly routinely rowwise scarcely sideways silently singly slightly solely sparsely
      spontaneously stepwise stochastically straightforwardly strictly subsequently successively tentatively thereupon
      thrice tightly underway uniformly upfront upwards verbally virtually voluntarily whenever wirelessly
    `,
  },
  {
    about: 'Things of every day, and what is done with them.',
    forms: 'nouns',
    words: `
      afternoon almond ant apartment apple arm art article artist badge bag bakery balance balloon banana bar barley
      barrel basket bat bath bean bear bed beer bell belt bench berry bike blade blanket blog bolt bone boot bow bowl
      branch brand bread breakfast breeze brick bridge brush bucket bulb bull bush butter butterfly button cake calf
      camp candle canvas cap cargo carpet carrot cart cat cattle cave ceiling century ceramic chair chalk cheese
      cherry chess chicken chip church clerk cliff cloth clothing cloud coat coffee colony comb concert cook cookie
      copper corn corridor cotton couch cow crew crow cup cupboard curry curtain deer desert dessert detergent dish
      dock dog doll dough drain drawer dress drill drink drop drum duck dust eagle egg essay fabric fence fern fever
      finger flag flavour flock flower fly fog fork fox frog fungi fungus garage garden garlic gear gearbox glove goal
      goat goose guitar gym hall hammer handle hat hay hedge hen herb hive holiday honey hook horse hose hotel insect
      interview invoice jacket jam jar journey juice kettle kitchen kite knife knives knot ladder lamb lamp lemon
      letter lid lift lighthouse line lion lobe lorry lunch mail mat meadow meat melon menu milk mill mirror mixture
      moss moth muffin mug mushroom nail napkin neck needle nest net newspaper noodle nose nut oak oat onion orange
      oven owl pan parcel park parking pasta paste pea peach pear pen pencil pepper photo photograph phrase pie pig
      pigeon pill pillow pin pine pipe pizza plough plug pocket podcast pool postcard pot potato potatoes powder pump
      purchase rabbit radio radish raft rail rainwater rat razor refrigerator ribbon rice ride ring roast robe rooftop
      rope rose rubber rug runner sail salad sandwich sauce saw scale scarf scissors screw seal seat sensor sheep
      sheet shirt shoe shore shoulder shovel shower silk silver sink slipper snail snake soap sock sofa soldier
      sparrow spice spider spinach spoon spring squirrel stairs stall stamp stew stick stomach stool stove straw
      strawberry string suit sunflower sweater swimmer tape tea teeth tent thermometer thermostat thread tile tin tire
      toast toe tomato tomatoes tooth towel toy tractor trail trailer tray tribe trip trolley trousers trout tube
      turtle twig tyre umbrella van vegetable vine vinegar violin wagon wardrobe washer wasp waste whale whistle wick
      wolf wolves wool wrist yarn
    `,
  },
  {
    about: 'What is done in laboratories, workshops, fields and houses.',
    forms: 'verbs',
    words: `
      absorb admit bake bark boil borrow brake brew bubble chew chop clamp clap climb collide comb condense cook cough
      crack crush culture cycle depart depend dial dig dilute dip discharge dispense drag drill drink drop dry dye
      earn elect erode evaporate excavate ferment fertilise fertilize fish fly fold forage fry germinate grind harvest
      hatch hear heat hum hunt incubate infect inflate inoculate interview invest irrigate itch kick knit knock lay
      lend lick lift lubricate mow nod oscillate paddle paint park peel pitch plough polish pollinate pool precipitate
      provide quench radiate rain recruit refill refract refuse repair resolve rest ripen roast row rub rust sail sand
      saturate sediment sell sew shave sing slope smell snow soak solder sow spell spill spray sprout squeeze stir
      strike swallow sweat swell swim taste thaw tick tilt titrate trade trap tread trickle tumble twist vaccinate
      ventilate vibrate vote water weave weld
    `,
  },
  {
    about: 'How things look, sound and feel.',
    forms: 'as written',
    words: `
      acid alkaline amber aquatic arid bare behalf bitter bold bright bronze calm circular clean cloudy colored
      coloured compact cool creamy crisp curly curved damp dense dim dirty dusty edible elastic faint fat fertile flat
      foggy fragile frosty furry glossy golden hairy hollow humid icy juvenile lean loud male matte merkle mild mobile
      moist muddy neutral oily oval pale pointed porous purple quiet rainy ripe rocky rough round salty sandy sharp
      shiny silvery sleepy slim sloped smelly sour spicy spiky spotted stale steep sticky stiff striped sunny sweet
      tender thirsty tight tired unclear unexamined unknown unmeasured unripe unrounded untested untried violet
      viscous wild winding windy woody young younger youngest
    `,
  },
  {
    about: 'Units and marks.',
    forms: 'as written',
    words: `
      ampere amperes bits bytes celsius centimeter centimeters centimetre centimetres cm db decibel decibels degree
      degrees dollar dollars euro euros exabyte exabytes fahrenheit fps gb ghz gib gigabytes gigahertz gram grams
      hectare hectares hertz hours hz joule joules kb kelvin kg khz kib kilobytes kilogram kilograms kilohertz
      kilometer kilometers kilometre kilometres kilowatt kilowatts km kwh liter liters litre litres mb megabytes
      megahertz megapixel megapixels meter meters metre metres mhz mib microsecond microseconds milligram milligrams
      milliliter milliliters millilitre millilitres millimeter millimeters millimetre millimetres milliseconds
      millivolt millivolts milliwatt milliwatts minutes mm mol mole moles ms nanometer nanometers nanometre nanometres
      nanoseconds newton newtons nm ns ohm ohms pascal pascals percent petabyte petabytes radian radians seconds tb
      terabyte terabytes tib tonne tonnes us usd volt volts watt watts wh
    `,
  },
  {
    about: 'Names of programs, formats, makes and methods that any reader can look up.',
    forms: 'as written',
    words: `
      adagrad adam adamw ai alpine amd android apache api apis ar arch arm arxiv ascii asic autograd avx aws azure
      bash bayes bayesian bert bfloat bgp bigram bigrams bios blas bm boltzmann btree c carlo cholesky chrome chromium
      ci cifar clang cli cnn cnns coco conda convnet cpu cpus cpython csv ctc cuda cudnn cupy debian deno dft dijkstra
      django dna dns docker dram duckdb ecg eeg elasticsearch epyc esp ethernet euler express fastapi fasttext fedora
      ffmpeg fft fibonacci fifo firefox flask fortran fourier fpga fpgas ftp gan gans gaussian gcc geforce gelu git
      github glibc glove gnu golang google gpt gpu gpus gradle graphql grpc gru gunzip gzip hadoop haskell hdd hdf
      hessian hmm hopper html http https huggingface id idf ids ieee ilp imagenet intel io ip ipv iso jacobian java
      javascript jax jit jpeg json julia jupyter k kafka kalman keras kl kmeans knn kubernetes kutta kv lapack laplace
      latex latin levenshtein libc lidar lifo linux llama llm llms llvm lora lru lstm lstms lz lzma mac macos mae
      mamba manhattan markdown markov matlab matplotlib maven mcmc mha microsoft mime minhash mkl mlp mlps mnist
      mobilenet moe momentum mongodb monte mpi mps mqtt mrna mse mvcc mysql nats nccl neo nesterov newton nfs nginx
      nlp nlu node nodejs npm npu numa numba numpy nvidia nvlink nvme ocr onnx openai openblas opencl opencv openmp os
      pandas pareto parquet pascal pca pcie pcr pdf perl php pip png poisson posix postgres postgresql powershell ppo
      protobuf pypi pytest python pytorch qr qwen r radix raft ram raspberry react redis regex relu resnet rest rfc
      rgb rhel rmse rmsprop rna rnn rnns rocksdb rocm rpc rsa rss ruby runge rust s scikit scipy sdk selenium sgd sha
      shakespeare shell siphash sklearn skylake slurm smtp soa softmax spark sparql spearman spline sql sqlalchemy
      sqlite squad ssd ssds sse ssh ssl ssm svd svg svm svms swift tcp tensorflow terraform tesla tf tfidf tls toml
      torch tpu tpus trie triton tukey typescript typst ubuntu udp ui uint unet unicode unix uri uris urls usb utc utf
      uuid v vae vaes verilog vga vit viterbi vllm vm vms vpn vulkan w wasm welch wikipedia wikitext wilcoxon windows
      xeon xgboost xml xor yaml zfs zipf zlib zookeeper zstd
    `,
  },
];

/** Pairs of neighbours that are plain together although one of them is not alone. */
export const plainPairs = `
  all-reduce another-matter any-of any-time arbitrary-units as-correct as-far as-high as-low as-practice as-valid
  as-well best-effort correct-answer correct-answers correct-class correct-label correct-labels correct-prediction
  correct-predictions different-matter early-stopping false-negative false-negatives false-positive false-positives
  fast-fourier fast-path fine-grained fine-tune fine-tuned fine-tuning general-idea general-statement ground-truth
  high-dimensional high-end high-frequency high-level high-load high-pass high-precision high-priority high-resolution
  high-temperature human-feedback human-labels in-advance independent-run independent-runs independent-sample
  independent-samples independent-trial independent-trials independent-variable independent-variables lead-to
  leading-to leads-to led-to like-any low-dimensional low-end low-frequency low-level low-load low-pass low-precision
  low-priority low-rank low-resolution low-temperature map-reduce negative-number negative-numbers negative-result
  negative-sample negative-samples negative-value negative-values positive-number positive-numbers positive-result
  positive-sample positive-samples positive-value positive-values practice-block practice-blocks practice-round
  practice-rounds practice-trial practice-trials real-corpus real-data real-number real-numbers real-time real-valued
  real-values reduce-scatter reproducibility-checklist right-angle right-hand right-side separate-matter slow-start
  so-far steady-state success-count success-rate true-label true-labels true-negative true-negatives true-positive
  true-positives true-value true-values valid-input valid-inputs valid-json well-defined well-formed well-known
  win-rate
`;

/** Words of merit, cause and reach: they may stand only where the sentence denies them, asks for them or aims at them. */
export const meritWords = `
  able accelerate accelerating acceptance accurate accurately achieve achieved achieves achieving acknowledged
  adequate adequately advance advanced advances advancing advantage advantageous advantages affect affected affects
  alike any anything anywhere applicable appropriate approval approve approved approves arbitrary attain attained
  attains attractive author authors authorship behave behaved behaves behaving beneficial benefit benefited benefits
  boost boosts broad broadly capable carefully cause caused causes causing certain certainly cheap clear commercial
  comparable competence competitive completely concise conclude concluded concludes conclusive confidently confirm
  consistency consistent contribution contributions convincing correct correctly correctness credible credit crucial
  cure cures cuts decrease decreasing definite demonstrate demonstrated demonstrates demonstrating dependable deserve
  deserves desirable discover discovered discoveries discovers discovery dominant durable easily easy effective
  effectively effectiveness efficient efficiently elegant eliminate eliminated eliminates elsewhere enable enables
  enabling endorse endorsed enhance enhanced enhances enhancing enrich enriched enriches ensure ensures ensuring
  equivalent essential everybody everyone exceed excel excels expect expected expects expert expertise experts
  extensive extensively facilitate facilitates fair fairly fast favor favorable favors favour favourable favours
  feasibility feasible fidelity fine flexibility flexible forever foster fosters fundamental gain gaining general
  generalisation generalise generalised generalises generalising generality generalization generalize generalized
  generalizes generally genuine good great grow growing guarantee handy happy harmless help helped helpful helping
  helps high highly hoped human humans ideal ideally impact implication implications implied implies imply importance
  important improve improving increase increasing increasingly independent independently indicate indicated indicates
  indicating indication indicative inevitable infer informative innovation innovative insight insights interesting
  irrelevant justification justified justify lasting lead leading leads leverage leverages lightweight likely low
  matter matters mature maturity meaningful merit merits milestone mitigate mitigated mitigates mitigating modern
  money negligible noteworthy novel novelty opportunities opportunity optimal optimally optimum outdo outlast
  outperforming overcome overcomes pays peer people plausible popular portable positive possible powerful practical
  practically practice precise precisely predictable prefer preferable preferred preferring prevail prevails prevent
  prevented preventing prevents production profit profits progress promise promises promising proof proper properly
  prove proving publication publications published quick quickly raise raised raises raising readiness ready real
  realistic really reasonable recommended recover recovered recovering recovers reduce reducing relevance relevant
  reliability reliable reliably reliance rely remedies remedy replicated replicates replicating representative
  reproduce reproduced reproduces reproducibility reproducible reproducing reproduction reputation resilience
  resilient resist resists responsive reveal revealed revealing reveals reviewed reviewing rich right rigorous robust
  robustly robustness safe safely safety satisfaction satisfactory saves scalable scales secure sensible shorten
  shortened shortening shortens shrink shrinking simplicity simplifies smart solid solves sophisticated sound
  stabilise stabilised stabilises stabilising stability stabilize stabilized stabilizes stabilizing stable stably
  steady strengthen strengthened strengthens strong strongly substantiate substantiates succeed succeeded succeeds
  success successes successful successfully suffice suffices sufficient sufficiently suggest suggested suggesting
  suggests suitability suitable suited superb superiority sure surely surprise surprising surprisingly survive
  survives sustain sustainable sustained sustains tackle tackles testimony thorough thoroughly tolerant tolerate
  tolerates transferable transferred transparency transparent true truly trust trusted trustworthy truth typical
  typically unaffected unbiased unique universal universally unlikely unsurpassed usable useful usefully usefulness
  valid validity valuable verification verified verify verifying versatile viability viable vital warrant warranted
  warrants welcome well whatever wherever whichever widely win winning wise withstand withstands worked works worth
  worthwhile worthy
`;

/** Words of fault: a sentence may only ask for them, since to deny one is praise. */
export const faultWords = `
  bad badly break breaking breaks brittle broke broken collapse collapsed collapses collapsing compromise compromised
  compromises confuse confused confuses danger dangerous dangers defect defective defects degrade degrading
  disadvantage disadvantages doubt doubts downside downsides drawback drawbacks exaggerate exaggerated fail failed
  failing fails failure failures false faulty flaw flawed flaws hamper hampers harm harmful harms hinder hinders
  hopeless hurt hurts impair impaired impairs inaccurate inconsistency inconsistent incorrect incorrectly inefficient
  insufficient insufficiently invalidate invalidates lose loses losing lost meaningless mistake mistaken mistakes
  negative obsolete outdated poor poorly problematic risk risks risky shortcoming shortcomings sloppy slow slowly
  spurious suboptimal suffer suffered suffering suffers trouble troubles underperformance unreliable unsafe unsound
  unstable useless wasteful weakness weaknesses worthless wrong wrongly
`;

/** Words that no sentence may begin with, since it would be an order to whoever reads or judges the paper. */
export const orderWords = `do don give let remember treat`;
